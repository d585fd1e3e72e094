//! Errors of other crates, each mapped to a code and a message that leaks nothing.

#[cfg(feature = "anyhow")]
mod anyhow;
mod serde_json;
mod std;
