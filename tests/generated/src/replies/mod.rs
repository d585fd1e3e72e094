//! What tools reply, with all the metadata that a contract has, is read back to the same values.

pub(crate) mod code_scalpel;
pub(crate) mod dotbot;
pub(crate) mod mcp;
pub(crate) mod response_v2;
