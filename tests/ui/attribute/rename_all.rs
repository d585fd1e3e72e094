// The author changes the form of the data with `rename_all`, as in serde.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", rename_all = "camelCase")]
fn list_tasks() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", list_tasks());
}

// why: serde decides the form of the data, by its type.
// fix: the tool without it, and `#[serde(…)]` on the type
