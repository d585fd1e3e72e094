//! Checks each dialect against its contract: examples, required fields and tables.

mod check;
mod code_scalpel;
mod custom;
mod dotbot;
mod every_dialect;
mod feature_flag;
mod formats;
mod keys;
mod mcp;
mod reading;
mod response_v2;
mod retry;
mod rfc9457;
#[path = "../support/mod.rs"]
mod support;
mod upstream;
