//! Errors of other crates, each mapped to a code and a message that leaks nothing.
//!
//! The tables in `tables.md` are the docs of the public module `foreign`; the tests in `tests/errors/` compare them with the
//! real errors.

#[cfg(feature = "anyhow1")]
pub(super) mod anyhow;
#[cfg(feature = "chrono04")]
mod chrono;
#[cfg(feature = "garde023")]
mod garde;
#[cfg(feature = "http1")]
mod http;
#[cfg(feature = "hyper1")]
mod hyper;
#[cfg(feature = "jiff1")]
mod jiff;
#[cfg(any(feature = "reqwest013", feature = "reqwest012"))]
mod reqwest;
#[cfg(feature = "rmcp3")]
mod rmcp;
#[cfg(feature = "rusqlite")]
mod rusqlite;
mod serde_json;
#[cfg(any(feature = "rusqlite", feature = "sqlx09", feature = "sqlx08"))]
mod sql;
#[cfg(any(feature = "sqlx09", feature = "sqlx08"))]
mod sqlx;
mod std;
#[cfg(feature = "tokio1")]
mod tokio;
#[cfg(feature = "tonic014")]
mod tonic;
#[cfg(feature = "tower05")]
mod tower;
#[cfg(feature = "url2")]
mod url;
#[cfg(feature = "uuid1")]
mod uuid;
