// The author made a mistake in each of three arguments, and one in the signature.
// errors: 4

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", telemetry = true, data = "", returns)]
const fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}
