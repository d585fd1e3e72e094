//! The server as a child process, with clients over stdio and HTTP.

#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used, reason = "a test may panic")]

mod http;
mod limits;
mod stopping;
mod support;
mod tools;
