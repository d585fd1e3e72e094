//! `response-v2`: its two documents, and the setting that measures.

mod examples;
mod tables;
mod telemetry;
