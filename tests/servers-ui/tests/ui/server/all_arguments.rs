// The author takes the type of all arguments as it is.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};
use rmcp::{tool, tool_router};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Greet {
    name: String,
}

struct Server;

#[envelope_tool(dialect = "response-v2", data = "greeting")]
#[tool_router(server_handler)]
impl Server {
    #[tool]
    async fn greet(&self, args: Greet) -> Result<String, ToolFailure> {
        Ok(args.name)
    }
}

fn main() {
    let _ = Server;
}

// why: The SDK reads the arguments of a call through `Parameters`.
// fix: `Parameters(args): Parameters<Greet>`
