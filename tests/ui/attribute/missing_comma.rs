// The author forgot a comma between arguments.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2" telemetry)]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: Arguments are separated by commas.
// fix: `dialect = "response-v2", telemetry`
