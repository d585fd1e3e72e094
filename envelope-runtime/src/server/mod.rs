//! What servers and logs get of a call, each behind its feature.

#[cfg(feature = "axum")]
pub mod axum;
#[cfg(feature = "http")]
pub mod http;
pub(crate) mod log;
#[cfg(feature = "rmcp")]
pub mod rmcp;
