// The author forgets the mark of the tool.
// errors: 1

use envelope_runtime::server::rmcp::Parameters;
use envelope_runtime::{ToolFailure, envelope_tool};
use rmcp::tool_router;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Greet {
    name: String,
}

struct Server;

#[envelope_tool(dialect = "response-v2", data = "greeting")]
#[tool_router(server_handler)]
impl Server {
    async fn greet(&self, Parameters(greet): Parameters<Greet>) -> Result<String, ToolFailure> {
        Ok(greet.name)
    }
}

fn main() {
    let _ = Server;
}

// why: A block gives its arguments to the functions in it that are marked. The others stay as they are.
// fix: `#[envelope_tool]`, or the SDK's `#[tool]`, on each function that should be a tool
