// The author misspells a setting.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialects("response-v2", "mcp-2025-11-25"), telemetri)]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: A name that nothing reads would have no effect, and nobody would notice.
// fix: `request_id = "req_1"`
