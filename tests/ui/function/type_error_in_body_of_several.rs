// The author makes a mistake in the body.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialects("response-v2", "mcp-2025-11-25", "mcp-2026-07-28"))]
fn ping() -> Result<(), ToolFailure> {
    let _count: u8 = "seven";
    Ok(())
}

fn main() {
    println!("{}", ping());
}
