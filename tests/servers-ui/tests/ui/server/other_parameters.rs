// The tool has its own type of the name that the SDK looks for.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};
use rmcp::{tool, tool_router};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Greet {
    name: String,
}

struct Parameters<T>(T);

struct Server;

#[envelope_tool(dialect = "response-v2", data = "greeting")]
#[tool_router(server_handler)]
impl Server {
    #[tool]
    async fn greet(&self, Parameters(greet): Parameters<Greet>) -> Result<String, ToolFailure> {
        Ok(greet.name)
    }
}

fn main() {}

// why: Under `#[tool]`, the SDK and this crate know the arguments of a tool by the name `Parameters`.
// fix: `use rmcp::handler::server::wrapper::Parameters;`
