use envelope_runtime::{Payload, ToolFailure, envelope_tool};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ServiceExt, tool, tool_router, transport};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Deserialize, JsonSchema)]
struct Greet {
    /// The person to greet.
    name: String,
}

#[derive(Serialize, Payload, JsonSchema)]
struct Greeting {
    text: String,
}

struct Server;

#[envelope_tool(dialect = "response-v2", output_schema)]
#[tool_router(server_handler)]
impl Server {
    /// Greets somebody by name.
    #[tool]
    async fn greet(&self, Parameters(greet): Parameters<Greet>) -> Result<Greeting, ToolFailure> {
        match greet.name.as_str() {
            "" => Err(ToolFailure::missing_required("name")),
            name => Ok(Greeting { text: format!("Hello, {name}!") }),
        }
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    Server.serve(transport::stdio()).await?.waiting().await?;
    Ok(())
}
