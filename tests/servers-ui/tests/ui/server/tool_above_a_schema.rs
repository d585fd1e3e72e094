// The author writes the SDK's attribute first, and wants an output schema.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};
use rmcp::{tool, tool_router};

struct Server;

#[tool_router(server_handler)]
impl Server {
    #[tool]
    #[envelope_tool(dialect = "response-v2", data = "greeting", output_schema)]
    async fn greet(&self) -> Result<&'static str, ToolFailure> {
        Ok("Hello")
    }
}

fn main() {}

// why: The SDK's attribute expands first, and knows nothing of the schema.
// fix: `#[envelope_tool(dialect = "response-v2", data = "greeting", output_schema)]` above `#[tool]`
