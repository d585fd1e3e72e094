// The author writes a tool of an MCP server, and forgets the feature.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

/// The SDK's type by its name: without the feature, nothing else of the SDK is here.
struct Parameters<T>(T);

struct Server;

impl Server {
    // In place of the SDK's `#[tool]`, which the attribute knows by the end of its path.
    #[envelope_tool(dialect = "response-v2", data = "greeting")]
    #[rustfmt::tool]
    fn greet(&self, Parameters(name): Parameters<String>) -> Result<String, ToolFailure> {
        Ok(name)
    }
}

fn main() {
    let _ = Server.greet(Parameters(String::new()));
}

// why: The attribute reads the arguments of a call with the types of the SDK.
// fix: `envelope-runtime = { version = "0.1", features = ["rmcp"] }`
