//! The real errors of the crates that tools use, against the tables in the docs.

mod anyhow;
mod dates;
mod garde;
mod http;
mod hyper;
mod identifiers;
mod reqwest;
mod reqwest_012;
mod rmcp;
#[cfg(feature = "databases")]
mod rusqlite;
#[cfg(feature = "databases")]
mod sqlx;
#[cfg(feature = "databases")]
mod sqlx_08;
mod support;
mod tokio;
mod tonic;
mod tower;
