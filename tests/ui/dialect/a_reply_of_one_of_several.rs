// The author returns the reply of one of the dialects.
// errors: 1

use envelope_runtime::response_v2::Reply;
use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialects("response-v2", "mcp-2025-11-25"), text("{:?}", data))]
fn ping() -> Result<Reply<()>, ToolFailure> {
    Ok(Reply::new(()).warning("Slow"))
}

fn main() {
    println!("{}", ping());
}

// why: A `Reply` carries the metadata of one contract, and the other contracts have no keys for it.
// fix: the data alone: `Result<(), ToolFailure>`; or one `dialect = "response-v2"`
