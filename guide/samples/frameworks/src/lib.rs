//! The samples of the chapter "Other frameworks" of the guide. `.ci/release` tests them.

pub mod function_calls;
pub mod mcp_sdk;
pub mod rig;
pub mod swiftide;
