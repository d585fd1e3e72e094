use envelope_runtime::{ToolFailure, envelope_tool};
use std::time::Duration;

// The author lists the failures of a tool, and forgets the feature.
// why: The list of tools is part of an MCP server, which needs the SDK. The SDK is not a dependency by default.
// fix: `envelope-runtime = { version = "0.1", features = ["rmcp3"] }`
#[envelope_tool(dialect = "response-v2", list_failures)]
fn list_failures() -> Result<(), ToolFailure> {
    Ok(())
}

// The author turns the schema on, and forgets the feature.
// why: JSON Schemas need the crate `schemars`, which is not a dependency by default.
// fix: `envelope-runtime = { version = "0.1", features = ["schemars1"] }`
#[envelope_tool(dialect = "response-v2", output_schema)]
fn output_schema() -> Result<(), ToolFailure> {
    Ok(())
}

// The author sends the contexts of errors, and forgets the feature.
// why: `anyhow` is not a dependency by default, and only its errors have contexts.
// fix: `envelope-runtime = { version = "0.1", features = ["anyhow1"] }`
#[envelope_tool(dialect = "response-v2", send_contexts)]
fn send_contexts() -> Result<(), ToolFailure> {
    Ok(())
}

// The tool is an endpoint whose success is `201 Created`, and the author forgets the feature.
// why: Responses of HTTP are in the module `http`, which needs the feature.
// fix: `envelope-runtime = { version = "0.1", features = ["http1"] }`
#[envelope_tool(dialect = "response-v2", status = 201)]
fn status() -> Result<(), ToolFailure> {
    Ok(())
}

// The author limits the time of a tool, and forgets the feature.
// why: `timeout` uses the clock of `tokio`, which is not a dependency by default.
// fix: `envelope-runtime = { version = "0.1", features = ["tokio1"] }`
#[envelope_tool(dialect = "response-v2", timeout = Duration::from_secs(5))]
async fn timeout() -> Result<(), ToolFailure> {
    Ok(())
}

// The author writes a tool of an MCP server, and forgets the feature.
// why: The attribute makes a result of the SDK, and reads the arguments of a call with its types.
// fix: `envelope-runtime = { version = "0.1", features = ["rmcp3"] }`
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

// The author returns an MCP result, and forgets the feature.
// why: `CallToolResult` is a type of the official SDK, which is not a dependency by default.
// fix: `envelope-runtime = { version = "0.1", features = ["rmcp3"] }`
/// Stands for that of the SDK.
struct CallToolResult;

#[envelope_tool(dialect = "response-v2", returns = CallToolResult)]
fn returns_a_result() -> Result<(), ToolFailure> {
    Ok(())
}

// The author takes the query of a request, and forgets the feature.
// why: The extractors are in the module `axum`, which needs the feature.
// fix: `envelope-runtime = { version = "0.1", features = ["axum08"] }`
mod extractor {
    use envelope_runtime::axum08::Query;
    use envelope_runtime::{ToolFailure, envelope_tool};

    #[envelope_tool(dialect = "response-v2", data = "name")]
    async fn greet(Query(name): Query<String>) -> Result<String, ToolFailure> {
        Ok(name)
    }

    fn print() {
        println!("{}", pollster::block_on(greet(Query(Ok("Ann".to_owned()).into()))));
    }
}

// The author writes a tool without arguments of an MCP server, and forgets the feature.
// why: The attribute makes a result of the SDK, and reads the arguments of a call with its types.
// fix: `envelope-runtime = { version = "0.1", features = ["rmcp3"] }`
impl Server {
    #[envelope_tool(dialect = "response-v2")]
    #[rustfmt::tool]
    fn ping(&self) -> Result<(), ToolFailure> {
        Ok(())
    }
}

fn main() {
    println!("{}", list_failures());
    println!("{}", output_schema());
    println!("{}", send_contexts());
    let _ = status();
    println!("{}", pollster::block_on(timeout()));
    let _ = Server.greet(Parameters(String::new()));
    let CallToolResult = returns_a_result();
}
