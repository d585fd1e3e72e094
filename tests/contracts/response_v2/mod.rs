//! `response-v2`: the examples and tables of its two documents, and the `telemetry` setting.

mod examples;
mod tables;
mod telemetry;
