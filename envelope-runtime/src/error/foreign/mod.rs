//! Errors of other crates, each mapped to a code and a message that leaks nothing.
//!
//! The tables in `tables.md` are the docs of the public module `foreign`; the tests in `tests/foreign/` compare them with the
//! real errors.

#[cfg(feature = "anyhow")]
mod anyhow;
#[cfg(feature = "chrono")]
mod chrono;
#[cfg(feature = "garde")]
mod garde;
#[cfg(feature = "http")]
mod http;
#[cfg(feature = "jiff")]
mod jiff;
#[cfg(any(feature = "reqwest", feature = "reqwest012"))]
mod reqwest;
#[cfg(feature = "rmcp")]
mod rmcp;
#[cfg(feature = "rusqlite")]
mod rusqlite;
mod serde_json;
#[cfg(any(feature = "rusqlite", feature = "sqlx", feature = "sqlx08"))]
mod sql;
#[cfg(any(feature = "sqlx", feature = "sqlx08"))]
mod sqlx;
mod std;
#[cfg(feature = "tokio")]
mod tokio;
#[cfg(feature = "tonic")]
mod tonic;
#[cfg(feature = "url")]
mod url;
#[cfg(feature = "uuid")]
mod uuid;
