// The author returns the reply of another version of MCP.
// errors: 1

use envelope_runtime::mcp_2026_07_28::Reply;
use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "mcp-2025-11-25", data = "points")]
fn chart() -> Result<Reply<Vec<u8>>, ToolFailure> {
    Ok(Reply::new(vec![1, 2, 3]).text("A chart of 3 points"))
}

fn main() {
    println!("{}", chart());
}

// why: A `Reply` carries the metadata of one contract, and another contract has other metadata.
// fix: the `Reply` of the tool's own dialect: `use envelope_runtime::mcp_2025_11_25::Reply;`
