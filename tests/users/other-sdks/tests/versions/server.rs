// Included once for each version of the SDK, under the name `rmcp`.

use envelope_runtime::{Envelope, ToolFailure, envelope_tool};
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::CallToolResult;
use rmcp::{ErrorData, ServerHandler, ServiceExt, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::Deserialize;
use tokio::io::DuplexStream;

#[derive(Deserialize, JsonSchema)]
struct Find {
    query: String,
    #[serde(default)]
    limit: u8,
}

#[allow(dead_code, reason = "the handlers of early versions read it")]
struct Tasks {
    tool_router: ToolRouter<Self>,
}

// ANCHOR: tool
fn to_result(envelope: Envelope) -> Result<CallToolResult, ErrorData> {
    let is_success = envelope.is_success();
    let json = envelope.to_value().unwrap_or_default();
    Ok(if is_success {
        CallToolResult::structured(json)
    } else {
        CallToolResult::structured_error(json)
    })
}

#[envelope_tool(dialect = "response-v2", returns = Result<CallToolResult, ErrorData>, via = to_result)]
#[tool_router]
impl Tasks {
    #[tool(description = "Finds tasks")]
    #[envelope_tool(data = "found")]
    async fn find(
        &self,
        Parameters(Find { query, limit }): Parameters<Find>,
    ) -> Result<String, ToolFailure> {
        match limit {
            0 => Err(ToolFailure::not_found("Task", query)),
            _ => Ok(format!("{query} {limit}")),
        }
    }

    #[tool(description = "Answers")]
    fn ping(&self) -> Result<(), ToolFailure> {
        Ok(())
    }
}
// ANCHOR_END: tool

struct Alone;

#[tool_router(router = tools)]
impl Alone {
    #[envelope_tool(dialect = "response-v2", data = "found", returns = Result<CallToolResult, ErrorData>, via = to_result)]
    #[tool(description = "Finds tasks")]
    async fn find(&self, find: Parameters<Find>) -> Result<String, ToolFailure> {
        Ok(format!("{} {}", find.0.query, find.0.limit))
    }
}

#[tool_handler]
impl ServerHandler for Tasks {}

#[tool_handler(router = Self::tools())]
impl ServerHandler for Alone {}

pub(super) async fn serve(stream: DuplexStream) {
    if let Ok(server) = (Tasks { tool_router: Tasks::tool_router() }).serve(stream).await {
        let _ = server.waiting().await;
    }
}

pub(super) async fn serve_alone(stream: DuplexStream) {
    if let Ok(server) = Alone.serve(stream).await {
        let _ = server.waiting().await;
    }
}
