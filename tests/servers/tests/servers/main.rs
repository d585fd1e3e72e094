//! The runtime beside the MCP SDK, `axum`, `tokio` and OpenTelemetry. All tests are one program, since linking takes longer than running.

mod attribute_orders;
#[path = "../../../support/broken.rs"]
mod broken;
mod budgets;
mod by_hand;
mod checker;
mod copies;
#[path = "../../../support/envelopes.rs"]
mod envelopes;
mod extractors;
mod first_server;
mod first_text;
mod half_migrated;
mod http_responses;
mod lean_schemas;
mod lines;
mod list_size;
mod messages;
mod negotiation;
mod one_attribute;
#[cfg(feature = "open_api")]
mod open_api;
mod open_telemetry;
mod panicking_arguments;
mod reading;
mod requests;
mod retrying;
mod round_trip;
mod routers;
mod schemas;
mod streamable_http;
mod support;
mod tasks;
mod text_tools;
mod timeouts;
mod unknown_tools;
mod versions;
