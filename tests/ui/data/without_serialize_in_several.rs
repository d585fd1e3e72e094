// The author returns data that does not serialize.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

struct Spec;

#[envelope_tool(dialects("response-v2", "mcp-2025-11-25"))]
fn ping() -> Result<Spec, ToolFailure> {
    Ok(Spec)
}

fn main() {
    println!("{}", ping());
}

// why: X
// fix: `Y`
