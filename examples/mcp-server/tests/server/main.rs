//! The server as a child process, over stdio and HTTP, and its clients.

#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used, reason = "a test may panic")]

mod examples;
mod http;
mod lifecycle;
#[path = "../support/mod.rs"]
mod support;
mod tools;
