// The author forgot the final `Ok(())`.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2")]
fn ping() -> Result<(), ToolFailure> {
    let _ = 1;
}

fn main() {
    println!("{}", ping());
}
