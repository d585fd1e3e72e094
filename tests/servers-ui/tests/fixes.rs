//! The families of `tests/ui` with their fixes: the code that each comment says to write compiles.

#![allow(dead_code, reason = "it is enough that they compile")]

#[path = "ui/server/arguments.fixed"]
mod server_arguments;
#[path = "ui/server/axum.fixed"]
mod server_axum;
#[path = "ui/server/lints.fixed"]
mod server_lints;
#[path = "ui/server/receiver.fixed"]
mod server_receiver;
#[path = "ui/server/results.fixed"]
mod server_results;
#[path = "ui/server/routers.fixed"]
mod server_routers;
#[path = "ui/server/schemas.fixed"]
mod server_schemas;
