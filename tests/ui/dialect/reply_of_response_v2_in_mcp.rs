// The author returns the reply of another contract.
// errors: 1

use envelope_runtime::response_v2::Reply;
use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "mcp-2025-11-25", data = "points")]
fn chart() -> Result<Reply<Vec<u16>>, ToolFailure> {
    Ok(Reply::new(vec![1, 2, 3]))
}

fn main() {
    println!("{}", chart());
}

// why: A `Reply` has the metadata of one contract.
// fix: `use envelope_runtime::mcp_2025_11_25::Reply;`
