// The line with the schema is copied from another tool.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{tool, tool_router};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Greet {
    name: String,
}

struct Server;

#[tool_router]
impl Server {
    #[envelope_tool(dialect = "response-v2", data = "greeting", output_schema)]
    #[tool]
    async fn greet(&self, Parameters(greet): Parameters<Greet>) -> Result<String, ToolFailure> {
        Ok(greet.name)
    }

    #[envelope_tool(dialect = "response-v2", data = "count", output_schema)]
    #[tool(output_schema = Self::greet_output_schema())]
    async fn count(&self) -> Result<u8, ToolFailure> {
        Ok(1)
    }
}

fn main() {
    let _ = Server::tool_router();
}

// why: A client checks what `count` sends against the schema of `count`.
// fix: `#[tool]`, to which `output_schema` hands the tool's own schema
