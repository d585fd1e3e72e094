//! A tool for `rust-mcp-sdk`, through the JSON of its result.

// ANCHOR: tool
use envelope_runtime::{Envelope, ToolFailure, envelope_tool};
use rust_mcp_sdk::schema::{CallToolResult, schema_utils::CallToolError};
use serde_json::{Map, Value};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct ReadDocs {
    /// The name of a crate.
    name: String,
}

#[envelope_tool(
    dialect = "mcp-2026-07-28",
    data = "docs",
    returns = Result<CallToolResult, CallToolError>,
    via = to_result,
)]
fn read_docs(arguments: Value) -> Result<String, ToolFailure> {
    match envelope_arguments::from_value::<ReadDocs>(arguments)?.name.as_str() {
        "serde" => Ok("# serde".to_owned()),
        name => Err(ToolFailure::not_found("Crate", name)),
    }
}

/// For all tools of the server: an envelope of MCP is a `CallToolResult` in JSON.
fn to_result(envelope: Envelope) -> Result<CallToolResult, CallToolError> {
    serde_json::from_str(envelope.as_str()).map_err(CallToolError::new)
}

/// For `ServerHandler::handle_call_tool_request`, with the `name` and the `arguments` of its parameters.
pub fn call(
    name: &str,
    arguments: Option<Map<String, Value>>,
) -> Result<CallToolResult, CallToolError> {
    match name {
        "read_docs" => read_docs(arguments.unwrap_or_default().into()),
        other => Err(CallToolError::unknown_tool(other)),
    }
}
// ANCHOR_END: tool

#[cfg(test)]
mod tests {
    #[test]
    fn the_result_is_the_envelope() {
        let call = |name: &str| {
            let arguments = serde_json::json!({ "name": name }).as_object().cloned();
            super::call("read_docs", arguments).unwrap()
        };
        let result = call("serde");
        assert_eq!(result.is_error, Some(false));
        assert_eq!(result.structured_content.unwrap()["docs"], "# serde");

        let result = call("tokio");
        assert_eq!(result.is_error, Some(true));
        let text = serde_json::to_value(&result.content[0]).unwrap()["text"].take();
        assert_eq!(text, "Error: Crate not found: tokio\n(NOT_FOUND, do not retry)");
    }
}
