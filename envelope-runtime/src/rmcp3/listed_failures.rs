//! The failures of a tool in the list of tools.

use ::rmcp::model::MetaObject;

use crate::error::DeclaredFailures;

/// The key of a tool's failures in its `_meta`, in `tools/list`: [`DeclaredFailures`] as JSON.
///
/// `list_failures` in `#[envelope_tool]` writes it:
///
/// ```
/// use envelope_runtime::rmcp3::FAILURES_KEY;
/// use envelope_runtime::{ToolError, envelope_tool};
/// use rmcp::{tool, tool_router};
/// use serde_json::json;
///
/// #[derive(Debug, thiserror::Error, ToolError)]
/// #[error("The index is stale")]
/// #[tool_error(code = "INDEX_STALE", error_type = "conflict", remediation = "Rebuild the index")]
/// struct Stale;
///
/// struct Server;
///
/// #[envelope_tool(dialect = "response-v2", list_failures)]
/// #[tool_router(server_handler)]
/// impl Server {
///     /// Searches the index.
///     #[tool]
///     fn search(&self) -> Result<(), Stale> {
///         Err(Stale)
///     }
/// }
///
/// let tool = Server::search_tool_attr();
/// assert_eq!(
///     tool.meta.unwrap().0[FAILURES_KEY],
///     json!({
///         "open": false,
///         "failures": [{
///             "code": "INDEX_STALE",
///             "error_type": "conflict",
///             "retry": "after_check",
///             "message": "The index is stale",
///             "remediation": "Rebuild the index",
///         }],
///     })
/// );
/// ```
///
/// The table has the failures of the tool's error. It leaves out the failures that every tool can have: arguments that do not fit, a
/// timeout, and internal errors.
pub const FAILURES_KEY: &str = "envelope-runtime/failures";

/// The metadata of a tool with its failures.
#[doc(hidden)]
#[must_use]
pub fn with_failures(mut meta: MetaObject, failures: DeclaredFailures) -> MetaObject {
    // A table of texts always serializes.
    if let Ok(failures) = serde_json::to_value(failures) {
        meta.0.insert(FAILURES_KEY.to_owned(), failures);
    }
    meta
}
