// The author takes an argument as in a plain function.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};
use rmcp::{tool, tool_router};

struct Server;

#[envelope_tool(dialect = "response-v2", data = "greeting")]
#[tool_router(server_handler)]
impl Server {
    #[tool]
    async fn greet(&self, name: String) -> Result<String, ToolFailure> {
        Ok(name)
    }
}

fn main() {}

// why: Under `#[tool]`, the arguments of a call are one type: the SDK reads them from one JSON object.
// fix: `Parameters(Greet { name }): Parameters<Greet>`, with `#[derive(serde::Deserialize, schemars::JsonSchema)] struct Greet { name: String }`
