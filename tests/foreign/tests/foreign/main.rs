//! The real errors of the crates that tools use, against the tables in the docs.

mod anyhow;
mod dates;
mod earlier_versions;
mod garde;
mod http;
mod identifiers;
mod reqwest;
mod rmcp;
mod rusqlite;
mod sqlx;
mod support;
mod tokio;
mod tonic;
