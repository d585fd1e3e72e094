//! Integrations with servers, each in a module with the name of its crate: `axum`, `http`, `rig`, `rmcp`.

#[cfg(feature = "axum08")]
pub mod axum;
#[cfg(feature = "http1")]
pub mod http;
#[cfg(feature = "rig044")]
pub mod rig;
#[cfg(feature = "rmcp3")]
pub mod rmcp;
