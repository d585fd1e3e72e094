// The author misspelt a setting.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "mcp-2025-11-25", structured_error)]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: A name that nothing reads would have no effect, and nobody would notice.
// fix: `structured_errors`
