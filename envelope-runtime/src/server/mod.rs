//! Integrations with servers and logs, each behind its feature.

#[cfg(feature = "axum")]
pub mod axum;
#[cfg(feature = "http")]
pub mod http;
#[cfg(any(feature = "axum", feature = "rmcp"))]
mod misfit;
#[cfg(feature = "rmcp")]
pub mod rmcp;
