// The author pages through an MCP result, which has no place for that.
// errors: 1

use envelope_runtime::mcp_2025_11_25::Reply;
use envelope_runtime::response_v2::Pagination;
use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "mcp-2025-11-25")]
fn list() -> Result<Reply<()>, ToolFailure> {
    Ok(Reply::new(()).pagination(Pagination::end()))
}

fn main() {
    println!("{}", list());
}

// why: An MCP result has no key for pagination, so it would be lost.
// fix: `Reply::new(data).extra_meta("next_cursor", cursor)`, or a dialect that has it: `dialect = "response-v2"`
