// The schema that the block hands over is also named by hand.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{tool, tool_router};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Greet {
    name: String,
}

struct Server;

#[envelope_tool(dialect = "response-v2", data = "greeting", output_schema)]
#[tool_router(server_handler)]
impl Server {
    #[tool(title = "Greet", output_schema = Self::greet_output_schema())]
    async fn greet(&self, Parameters(greet): Parameters<Greet>) -> Result<String, ToolFailure> {
        Ok(greet.name)
    }
}

fn main() {}

// why: Under `#[tool]`, the flag `output_schema` hands the schema over.
// fix: `#[tool(title = "Greet")]`
