// The author returns text to the SDK.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};
use rmcp::{tool, tool_router};

struct Server;

#[envelope_tool(dialect = "response-v2", data = "greeting", returns = String)]
#[tool_router(server_handler)]
impl Server {
    #[tool]
    async fn greet(&self) -> Result<&'static str, ToolFailure> {
        Ok("Hello")
    }
}

fn main() {}

// why: The SDK makes a success of any text, also of the text of a failure.
// fix: `#[envelope_tool(dialect = "response-v2", data = "greeting")]`
