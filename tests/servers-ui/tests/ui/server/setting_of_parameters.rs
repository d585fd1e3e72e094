// The author takes the request id from the arguments.
// errors: 1

use envelope_runtime::server::rmcp::Parameters;
use envelope_runtime::{ToolFailure, envelope_tool};
use rmcp::{tool, tool_router};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Greet {
    name: String,
}

struct Server;

#[envelope_tool(dialect = "response-v2", data = "greeting", request_id = greet.name.as_str())]
#[tool_router(server_handler)]
impl Server {
    #[tool]
    async fn greet(&self, Parameters(greet): Parameters<Greet>) -> Result<String, ToolFailure> {
        Ok(greet.name)
    }
}

fn main() {
    let _ = Server;
}

// why: A setting is evaluated before the body, and an argument that does not fit is answered with the settings.
// fix: a value without the argument, or the tool without `request_id`
