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

/// A tool with a limit.
#[envelope_tool(
    crate = contract,
    dialect = "response-v2",
    timeout = std::time::Duration::from_secs(60),
    catch_panic
)]
pub async fn limited(
    contract::axum08::Query(id): contract::axum08::Query<u8>,
) -> Result<Spec, SpecError> {
    Ok(Spec { id: id.to_string() })
}

/// A tool with extractors.
#[envelope_tool(crate = contract, dialects("response-v2", "mcp-2025-11-25"), data("id", "name"), status = 201)]
pub async fn create(
    contract::axum08::Path(id): contract::axum08::Path<u8>,
    contract::axum08::Json(spec): contract::axum08::Json<String>,
) -> Result<(u8, String), SpecError> {
    Ok((id, spec))
}

#[test]
fn they_answer() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    assert!(runtime.block_on(limited(contract::axum08::Query(Ok(1).into()))).is_success());
    let (path, json) =
        (contract::axum08::Path(Ok(1).into()), contract::axum08::Json(Ok("a".to_owned()).into()));
    assert!(pollster::block_on(create(path, json)).0.is_success());
    assert!(read("a").is_success());
    assert_eq!(read("").error_code(), Some("NOT_FOUND"));
    envelope_client::assert_contract!("response-v2", read(""));
    assert!(pollster::block_on(take("a")).starts_with(r#"{"success":true"#));
    assert!(pollster::block_on(take("")).contains("CONFLICT"));
}
