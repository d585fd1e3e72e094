// The author asks for a schema of a type that has none.
// errors: 1

use envelope_runtime::{Payload, ToolFailure, envelope_tool};
use rmcp::{tool, tool_router};

#[derive(serde::Serialize, Payload)]
struct Greeting {
    text: String,
}

struct Server;

#[envelope_tool(dialect = "response-v2", output_schema)]
#[tool_router(server_handler)]
impl Server {
    #[tool]
    async fn greet(&self) -> Result<Greeting, ToolFailure> {
        Ok(Greeting { text: String::from("Hello") })
    }
}

fn main() {
    let _ = Server;
}

// why: The output schema of a tool contains the schema of its data.
// fix: `#[derive(Serialize, JsonSchema)]` on each of your types in the data
