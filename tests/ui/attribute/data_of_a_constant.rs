// The author keeps the key in a constant.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

const KEY: &str = "tasks";

#[envelope_tool(dialect = "response-v2", data = KEY)]
fn list() -> Result<Vec<u8>, ToolFailure> {
    println!("{KEY}");
    Ok(vec![])
}

fn main() {}

// why: A key is text on the wire, not the name of something in the code.
// fix: `data = "tasks"`
