// The author wants the status alone.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", returns = bool)]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: An envelope has to convert into the return type, and this type has no conversion.
// fix: `returns = String`, or `impl Output for Status` for your own type
