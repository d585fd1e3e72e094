//! Reading arguments without a server. All tests are one program, since linking takes longer than running.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::pedantic,
    clippy::unwrap_used,
    reason = "a test may panic"
)]

mod generated;
mod rare;
mod repairs;
mod rows;
mod without_schema;
