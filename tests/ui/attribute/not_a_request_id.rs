// The author has ids that are numbers.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", request_id = id)]
fn ping(id: u64) -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping(7));
}
