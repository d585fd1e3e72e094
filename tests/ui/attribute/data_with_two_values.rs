// The author gives `data` two keys, one after the other.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", data = "spec", "tasks")]
fn read() -> Result<(u8, u8), ToolFailure> {
    Ok((1, 2))
}

fn main() {}

// why: Each value of a tuple has its key, in the order of the values.
// fix: `data("spec", "tasks")`
