use envelope_runtime::{ToolFailure, envelope_tool};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ServiceExt, tool, tool_router, transport};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Greet {
    /// The person to greet.
    name: String,
}

struct Server;

#[envelope_tool(dialect = "response-v2", data = "greeting", output_schema)]
#[tool_router(server_handler)]
impl Server {
    /// Greets somebody by name.
    #[tool]
    async fn greet(&self, Parameters(greet): Parameters<Greet>) -> Result<String, ToolFailure> {
        Ok(format!("Hello, {}!", greet.name))
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    Server.serve(transport::stdio()).await?.waiting().await?;
    Ok(())
}
