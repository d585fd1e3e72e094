// The author left the name of the tool for later.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "code-scalpel-v1", tier = "pro", tool = "")]
fn scan() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", scan());
}

// why: The envelope names the tool that made it.
// fix: `tool = "security_scan"`, or nothing: it is then the name of the function, `scan`
