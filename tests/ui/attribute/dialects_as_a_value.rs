// The author gives the list like a value.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialects = "response-v2")]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: The contracts are a list.
// fix: `dialects("response-v2", "mcp-2025-11-25")`
