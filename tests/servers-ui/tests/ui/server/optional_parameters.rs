// The author expects that a client without arguments sends none.
// errors: 1

use envelope_runtime::server::rmcp::Parameters;
use envelope_runtime::{ToolFailure, envelope_tool};
use rmcp::{tool, tool_router};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Greet {
    name: Option<String>,
}

struct Server;

#[envelope_tool(dialect = "response-v2", data = "greeting")]
#[tool_router(server_handler)]
impl Server {
    #[tool]
    async fn greet(&self, greet: Option<Parameters<Greet>>) -> Result<String, ToolFailure> {
        Ok(greet.and_then(|Parameters(greet)| greet.name).unwrap_or_default())
    }
}

fn main() {}

// why: A call always has arguments: a client that has none sends an empty object.
// fix: `greet: Parameters<Greet>`, where the fields of `Greet` are optional
