// The author returns the SDK's result.
// errors: 1

use envelope_runtime::envelope_tool;
use rmcp::ErrorData;
use rmcp::model::{CallToolResult, ContentBlock};

#[envelope_tool(dialect = "mcp-2025-11-25", data = "greeting")]
fn greet() -> Result<CallToolResult, ErrorData> {
    Ok(CallToolResult::success(vec![ContentBlock::text("Hello")]))
}

fn main() {}

// why: A result is an answer, and not data: its failure would be sent as a success.
// fix: `Result<&'static str, std::convert::Infallible>`, with `Ok("Hello")`
