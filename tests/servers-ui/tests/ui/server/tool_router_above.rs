// The author writes the SDK's attribute first.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};
use rmcp::{tool, tool_router};

struct Server;

#[tool_router(server_handler)]
#[envelope_tool(dialects("response-v2", "mcp-2025-11-25"), data = "greeting")]
impl Server {
    #[tool]
    async fn greet(&self) -> Result<&'static str, ToolFailure> {
        Ok("Hello")
    }
}

fn main() {}

// why: The attribute puts the id and the contract of a request around the router of the SDK, which it can only do before the SDK has made it.
// fix: `#[envelope_tool(…)]` above `#[tool_router(…)]`
