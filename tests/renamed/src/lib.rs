//! Tools of a crate that renamed the dependency.

#![deny(warnings, missing_docs, unsafe_code)]

use contract::{Payload, ToolError, envelope_tool};
use serde::Serialize;

/// Data.
#[derive(Debug, Serialize, Payload)]
#[payload(crate = contract)]
pub struct Spec {
    id: String,
}

/// An enum.
#[derive(Debug, ToolError)]
#[tool_error(crate = contract)]
pub enum SpecError {
    /// A variant.
    #[tool_error(code = "NOT_FOUND", message = "no {id}")]
    NotFound {
        /// A field.
        #[tool_error(detail, path)]
        id: String,
    },
}

/// A struct.
#[derive(Debug, ToolError)]
#[tool_error(crate = contract, code = "CONFLICT", message = "taken")]
pub struct Taken<T> {
    /// A field.
    #[tool_error(detail)]
    pub by: T,
}

/// A tool.
#[envelope_tool(crate = contract, dialect = "response-v2", telemetry, catch_panic)]
pub fn read(id: &str) -> Result<Spec, SpecError> {
    if id.is_empty() {
        return Err(SpecError::NotFound { id: id.to_owned() });
    }
    Ok(Spec { id: id.to_owned() })
}

/// A tool.
#[envelope_tool(crate = ::contract, dialect = "response-v2", data = "id", returns = String)]
pub async fn take(id: &str) -> Result<&str, Taken<&str>> {
    if id.is_empty() { Err(Taken { by: id }) } else { Ok(id) }
}

#[test]
fn they_answer() {
    assert!(read("a").is_success());
    assert_eq!(read("").error_code(), Some("NOT_FOUND"));
    contract::assert_contract!("response-v2", read(""));
    assert!(pollster::block_on(take("a")).starts_with(r#"{"success":true"#));
    assert!(pollster::block_on(take("")).contains("CONFLICT"));
}
