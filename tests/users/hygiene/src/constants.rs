//! Constants, statics and unit structs in lower case. In a pattern, such a name is no variable: an expansion that binds the name
//! would compare with the constant instead.

#![allow(non_upper_case_globals, non_camel_case_types, reason = "the names are odd on purpose")]

use std::fmt;
use std::future::Future;
use std::pin::Pin;

use envelope_runtime::{Payload, ToolError, ToolFailure, envelope_tool};
use serde::Serialize;

/// A constant.
pub const call: u8 = 0;
/// A constant.
pub const choice: u8 = 0;
/// A constant.
pub const display: u8 = 0;
/// A constant.
pub const field_0: u8 = 0;
/// A constant.
pub const outcome: u8 = 0;
/// A constant.
pub const source: u8 = 0;
/// A static.
pub static field_1: u8 = 0;
/// A static.
pub static place: u8 = 0;
/// A unit struct.
#[derive(Debug)]
pub struct future;
/// A unit struct.
#[derive(Debug)]
pub struct id;
/// A unit struct.
#[derive(Debug)]
pub struct id_;

#[allow(unused_macros)]
macro_rules! display {
    () => {
        compile_error!("not the one of the expansion")
    };
}

/// Data.
#[derive(Debug, Serialize, Payload)]
pub struct Spec {
    /// A field.
    pub id: u8,
}

/// An error whose message is its `Display`.
#[derive(Debug, ToolError)]
pub enum SpecError {
    /// A variant.
    #[tool_error(code = "NOT_FOUND", remediation = "find {id}")]
    NotFound {
        /// A field.
        #[tool_error(detail)]
        id: u8,
        /// A field.
        #[tool_error(detail)]
        display: u8,
    },
    /// A variant.
    #[tool_error(code = "CONFLICT", remediation = "neither {0} nor {1}")]
    Taken(u8, #[tool_error(detail = "by")] u8),
    /// A variant.
    #[tool_error(transparent)]
    Other(ToolFailure),
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("from Display")
    }
}

/// A tool.
#[envelope_tool(dialect = "dotbot-mcp-response@1", summary("{}", data.id))]
pub fn sync() -> Result<Spec, SpecError> {
    Err(SpecError::NotFound { id: 1, display: 2 })
}

/// A tool.
#[envelope_tool(dialect = "response-v2", data = "id")]
pub async fn asynchronous() -> Result<u8, SpecError> {
    Err(SpecError::Taken(1, 2))
}

/// A tool.
#[envelope_tool(dialect = "response-v2", catch_panic)]
pub fn boxed() -> Pin<Box<dyn Future<Output = Result<Spec, SpecError>> + Send>> {
    Box::pin(async { Ok(Spec { id: 1 }) })
}

/// A tool with several dialects.
#[envelope_tool(dialects("response-v2", "dotbot-mcp-response@1"), summary("{}", data.id), host = None)]
pub fn negotiated() -> Result<Spec, SpecError> {
    Ok(Spec { id: 1 })
}

/// A tool whose summary contains the word `data`, but does not read the data.
#[envelope_tool(dialect = "dotbot-mcp-response@1", summary("Saved in {data_dir}"))]
pub fn save(data_dir: &str) -> Result<Spec, SpecError> {
    Ok(Spec { id: u8::from(data_dir.is_empty()) })
}

#[test]
fn they_answer() {
    assert!(save("here").as_str().contains("Saved in here"));
    assert!(sync().as_str().contains("from Display"));
    assert!(pollster::block_on(asynchronous()).as_str().contains("neither 1 nor 2"));
    assert!(pollster::block_on(boxed()).is_success());
    assert!(negotiated().is_success());
}
