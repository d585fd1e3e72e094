// The author writes a flag like a field of a struct.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", telemetry: true)]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: A flag is on when it is there, and off when it is not.
// fix: the flag alone, such as `catch_panic`
