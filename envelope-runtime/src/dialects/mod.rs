//! The dialects of this crate, a folder each.
//!
//! The functions that write a dialect are inlined, so that only programs that use the dialect compile them. Most programs use response-v2:
//! its functions are compiled with this crate.

mod merged;
mod tool_version;

pub mod code_scalpel;
pub mod dotbot;
pub mod mcp;
pub mod response_v2;
pub mod rfc9457;

pub use self::mcp::versions::{mcp_2025_11_25, mcp_2026_07_28};
