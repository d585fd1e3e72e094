// The author writes the key without quotes.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", data = tasks)]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: A key is text on the wire, not the name of something in the code.
// fix: `data = "tasks"`
