// The author wants the plain text of a failure in a dialect without a text.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", error_text = "plain")]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: Only a failure of MCP is a text.
// fix: remove `error_text`
