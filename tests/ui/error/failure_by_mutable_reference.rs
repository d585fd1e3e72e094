// The author returns a reference to a failure that can be changed.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2")]
fn read(failure: &mut ToolFailure) -> Result<(), &mut ToolFailure> {
    Err(failure)
}

fn main() {
    println!("{}", read(&mut ToolFailure::not_found("Spec", "auth")));
}
