// The author writes the setting for the types of problems as a flag.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "rfc9457", types)]
fn cancel() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", cancel());
}

// why: The type of a problem is this URI with the code.
// fix: `types = "https://example.com/problems/"`
