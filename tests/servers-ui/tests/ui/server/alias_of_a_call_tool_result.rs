// The author returns the SDK's result, whose type has another name.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};
use rmcp::model::{CallToolResult, ContentBlock};

type Answer = CallToolResult;

#[envelope_tool(dialect = "mcp-2025-11-25")]
fn greet() -> Result<Answer, ToolFailure> {
    Ok(CallToolResult::success(vec![ContentBlock::text("Hello")]))
}

fn main() {}

// why: A result is an answer, and not data: its failure would be sent as a success.
// fix: `Result<&'static str, ToolFailure>` with the setting `text`, and `Ok("Hello")`
