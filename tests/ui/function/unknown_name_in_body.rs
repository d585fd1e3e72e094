// The author misspelt a name: the error is in the body, and nothing else is reported.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2")]
fn ping() -> Result<(), ToolFailure> {
    helqer();
    Ok(())
}

fn main() {
    println!("{}", ping());
}
