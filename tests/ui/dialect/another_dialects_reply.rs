// The author returns the reply of another dialect.
// errors: 1

use envelope_runtime::{ToolFailure, dotbot, envelope_tool};

#[envelope_tool(dialect = "response-v2")]
fn ping() -> Result<dotbot::Reply<()>, ToolFailure> {
    Ok(dotbot::Reply::new("Pong.", ()))
}

fn main() {
    println!("{}", ping());
}

// why: A `Reply` carries the metadata of one contract, and another contract has other metadata.
// fix: the `Reply` of the tool's own dialect: `use envelope_runtime::mcp_2025_11_25::Reply;`
