//! Integrations with servers, each in a module with the name of its feature: `axum`, `http`, `rig`, `rmcp`.

#[cfg(feature = "axum")]
pub mod axum;
#[cfg(feature = "http")]
pub mod http;
#[cfg(feature = "rig")]
pub mod rig;
#[cfg(feature = "rmcp")]
pub mod rmcp;
