// The author gives a setting that none of the contracts has.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialects("response-v2", "mcp-2025-11-25"), summary("Pong."))]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: A setting applies to contracts with a key for it, and none of these has one.
// fix: leave it out, or add `"dotbot-mcp-response@1"` to the list
