// The author names the written file by its absolute path.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "dotbot-mcp-response@1", summary("Saved."), write_to = "/srv/report.json")]
fn save() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", save());
}

// why: The contract has paths relative to the project. Without its root, an absolute path names another file.
// fix: `write_to = "out/report.json"`
