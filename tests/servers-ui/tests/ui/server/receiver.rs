use envelope_runtime::server::rmcp::Parameters;
use envelope_runtime::{ToolFailure, envelope_tool};
use rmcp::{tool, tool_router};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Greet {
    name: String,
}

// The author takes the server by value.
// why: A server answers several calls at once, and so its tools share it.
// fix: `&self`, with what changes in a `Mutex`
struct Server;

#[envelope_tool(dialect = "response-v2", data = "greeting")]
#[tool_router(server_handler)]
impl Server {
    #[tool]
    async fn greet(self, Parameters(greet): Parameters<Greet>) -> Result<String, ToolFailure> {
        Ok(greet.name)
    }
}

// The author counts the calls of a tool in the server.
// why: A server answers several calls at once, and so its tools share it.
// fix: `&self`, with what changes in a `Mutex`
struct MutableReceiver;

#[envelope_tool(dialect = "response-v2", data = "greeting")]
#[tool_router(server_handler)]
impl MutableReceiver {
    #[tool]
    async fn greet(&mut self, Parameters(greet): Parameters<Greet>) -> Result<String, ToolFailure> {
        Ok(greet.name)
    }
}

fn main() {
    let _ = Server;
}
