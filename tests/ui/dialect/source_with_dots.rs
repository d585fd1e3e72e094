// The author names a source file beside the project.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "dotbot-mcp-response@1", summary("Pong."), source = "../tools/ping.rs")]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: The contract has paths relative to the project. Without its root, an absolute path names another file.
// fix: `source = "tools/ping.rs"`
