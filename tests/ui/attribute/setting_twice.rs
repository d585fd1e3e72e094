// The author gave a setting twice.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", telemetry, telemetry)]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: Only one value can apply.
// fix: a single argument, such as `dialect = "response-v2"`
