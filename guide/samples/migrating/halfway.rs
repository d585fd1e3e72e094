//! The same server, halfway.

use envelope_runtime::server::rmcp::request_id;
use envelope_runtime::{ToolFailure, envelope_tool};
use rmcp::model::CallToolResult;
use rmcp::service::RequestContext;
use rmcp::{RoleServer, tool, tool_router};
use serde_json::json;

pub(crate) struct Server;

#[tool_router(server_handler)]
impl Server {
    /// By hand.
    #[tool]
    async fn list_tasks(&self) -> CallToolResult {
        CallToolResult::structured(json!({
            "success": true,
            "data": {"tasks": []},
            "error": null,
            "meta": {"version": "response-v2"}
        }))
    }

    /// Moved.
    #[envelope_tool(dialect = "response-v2", data = "open", request_id = request_id(&context))]
    #[tool]
    async fn count_tasks(&self, context: RequestContext<RoleServer>) -> Result<u32, ToolFailure> {
        Ok(3)
    }
}
