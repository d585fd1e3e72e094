use envelope_runtime::{ToolError, ToolFailure, envelope_tool};
use rmcp::model::{CallToolResult, ContentBlock};
use rmcp::{ErrorData, Json, tool, tool_router};
use serde::Serialize;

// The author returns the SDK's result.
// why: A result is an answer, and not data: its failure would be sent as a success.
// fix: `Result<&'static str, std::convert::Infallible>`, with `Ok("Hello")`
#[envelope_tool(dialect = "mcp-2025-11-25", data = "greeting")]
fn call_tool_result() -> Result<CallToolResult, ErrorData> {
    Ok(CallToolResult::success(vec![ContentBlock::text("Hello")]))
}

// The author returns the SDK's result, whose type has another name.
// why: A result is an answer, and not data: its failure would be sent as a success.
// fix: `Result<&'static str, ToolFailure>` with the setting `text`, and `Ok("Hello")`
type Answer = CallToolResult;

#[envelope_tool(dialect = "mcp-2025-11-25")]
fn alias_of_a_call_tool_result() -> Result<Answer, ToolFailure> {
    Ok(CallToolResult::success(vec![ContentBlock::text("Hello")]))
}

// The author wraps the data as the SDK does.
// why: The envelope is the JSON, and the data is in it.
// fix: `Result<Vec<Greeting>, ToolFailure>`
#[derive(Serialize)]
struct Greeting {
    text: &'static str,
}

#[envelope_tool(dialect = "response-v2", data = "greetings")]
fn json_of_the_sdk() -> Result<Vec<Json<Greeting>>, ToolFailure> {
    Ok(vec![Json(Greeting { text: "Hello" })])
}

// The author returns text to the SDK.
// why: The SDK makes a success of any text, also of the text of a failure.
// fix: `#[envelope_tool(dialect = "response-v2", data = "greeting")]`
struct Server;

#[envelope_tool(dialect = "response-v2", data = "greeting", returns = String)]
#[tool_router(server_handler)]
impl Server {
    #[tool]
    async fn greet(&self) -> Result<&'static str, ToolFailure> {
        Ok("Hello")
    }
}

// The author sends contexts of an error without any.
// why: Only an `anyhow::Error` has contexts, or a failure that is made from one.
// fix: `#[envelope_tool(dialect = "response-v2")]`, or `anyhow::Result<()>`
#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "no such spec")]
struct NoSpec;

#[envelope_tool(dialect = "response-v2", send_contexts)]
fn contexts_of_an_own_error() -> Result<(), NoSpec> {
    Err(NoSpec)
}

// The author sends contexts of the error of another crate, in several dialects.
// why: Only an `anyhow::Error` has contexts, or a failure that is made from one.
// fix: `anyhow::Result<String>`
#[envelope_tool(dialects("response-v2", "mcp-2025-11-25"), data = "text", send_contexts)]
async fn contexts_of_io(path: &str) -> std::io::Result<String> {
    std::fs::read_to_string(path)
}

// The author names errors for a tool whose error is no `anyhow::Error`.
// why: An error of the author's own has its code already, and no chain in which others are looked for.
// fix: remove `errors(std::io::Error)`
#[envelope_tool(dialect = "response-v2", errors(std::io::Error))]
fn errors_of_an_own_error() -> Result<(), NoSpec> {
    Err(NoSpec)
}

// The author names an error that has no code.
// why: The failure gets the code of the named error.
// fix: remove `errors(std::fmt::Error)`
#[envelope_tool(dialect = "response-v2", errors(std::fmt::Error))]
async fn errors_without_a_code() -> anyhow::Result<()> {
    Err(std::fmt::Error)?
}

// The author gives the tool of an MCP server a status.
// why: An MCP result has no status: `isError` says how the call ended.
// fix: `#[envelope_tool(dialect = "response-v2", data = "greeting")]`
struct StatusOfATool;

#[envelope_tool(dialect = "response-v2", data = "greeting", status = 201)]
#[tool_router(server_handler)]
impl StatusOfATool {
    #[tool]
    async fn greet(&self) -> Result<&'static str, ToolFailure> {
        Ok("Hello")
    }
}

fn main() {
    let _ = (contexts_of_an_own_error(), contexts_of_io(""));
    let _ = (errors_of_an_own_error(), errors_without_a_code());
}
