// The author gives `data` an array of keys.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", data = ["spec", "tasks"])]
fn read() -> Result<(u8, u8), ToolFailure> {
    Ok((1, 2))
}

fn main() {}

// why: A key is text on the wire, not the name of something in the code.
// fix: `data = "tasks"`
