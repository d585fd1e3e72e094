// The author wants two outputs.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", returns = String, returns = Vec<u8>)]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: Only one value can apply.
// fix: a single argument, such as `dialect = "response-v2"`
