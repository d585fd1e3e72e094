//! The same server, with one tool moved.

use envelope_runtime::{ToolFailure, envelope_tool};
use rmcp::model::CallToolResult;
use rmcp::{tool, tool_router};
use serde_json::json;

pub(crate) struct Server;

#[envelope_tool(dialect = "response-v2")]
#[tool_router(server_handler)]
impl Server {
    /// By hand.
    #[tool]
    #[envelope_tool(skip)]
    async fn list_tasks(&self) -> CallToolResult {
        CallToolResult::structured(json!({
            "success": true,
            "data": {"tasks": []},
            "error": null,
            "meta": {"version": "response-v2"}
        }))
    }

    /// Moved.
    #[tool]
    #[envelope_tool(data = "open")]
    async fn count_tasks(&self) -> Result<u32, ToolFailure> {
        Ok(3)
    }
}
