//! What each contract asks of its dialect: its examples, its required fields, the rows of its tables.

mod code_scalpel;
mod custom;
mod dotbot;
mod every_dialect;
mod mcp;
mod response_v2;
#[path = "../support/mod.rs"]
mod support;
