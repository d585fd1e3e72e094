//! Reading the response of another server's tool.

use ::rmcp::model::CallToolResult;
use serde::de::DeserializeOwned;

use crate::dialects::AnyResponse;
use crate::json::Document;
use crate::read::ReadError;

/// Reads the response of a tool to a client of the SDK: a result of MCP, or the envelope of another dialect in it, be it in
/// `structuredContent` or in the text alone.
///
/// ```
/// use envelope_runtime::{ToolFailure, envelope_tool};
/// use rmcp::model::CallToolResult;
///
/// #[envelope_tool(dialect = "response-v2", data = "count", returns = CallToolResult)]
/// fn count() -> Result<u8, ToolFailure> {
///     Err(ToolFailure::unavailable("The index is down"))
/// }
///
/// let response = envelope_runtime::server::rmcp::read::<serde_json::Value>(count())?;
/// assert_eq!(response.dialect(), "response-v2");
/// let failure = response.into_result().unwrap_err();
/// assert_eq!(failure.code(), "UNAVAILABLE");
/// # Ok::<(), envelope_runtime::ReadError>(())
/// ```
///
/// # Errors
///
/// Those of [`read`](crate::read()).
pub fn read<T: DeserializeOwned>(mut result: CallToolResult) -> Result<AnyResponse<T>, ReadError> {
    // It can be large, and is not copied.
    let structure = result.structured_content.take();
    let mut document = Document::from(serde_json::to_value(result)?);
    if let Some(structure) = structure {
        document.insert("structuredContent", structure.into());
    }
    AnyResponse::from_document(document)
}
