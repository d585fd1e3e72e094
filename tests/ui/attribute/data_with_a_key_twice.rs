// The author gives both values one key.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", data("task", "task"))]
fn ping() -> Result<(u8, u8), ToolFailure> {
    Ok((1, 2))
}

fn main() {
    println!("{}", ping());
}

// why: An object that has a key twice is not read the same way by all parsers.
// fix: `data("spec", "tasks")`
