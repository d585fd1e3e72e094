// The tool passes on what is wrong with its arguments, which it has answered already.
// errors: 1

use envelope_runtime::server::rmcp::Parameters;
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
    async fn greet(&self, Parameters(greet): Parameters<Greet>) -> Result<String, ToolFailure> {
        Ok(greet?.name)
    }
}

fn main() {}

// why: In the body of a tool, an extractor or `Parameters` contains a valid value: the tool has already answered all others.
// fix: no `?`: `Ok(greet.name)`
