// The author names two keys for data that is not a tuple.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", data("tasks", "total"))]
fn list() -> Result<Vec<String>, ToolFailure> {
    Ok(vec![])
}

fn main() {
    println!("{}", list());
}

// why: Each value of a tuple goes under its own key, so that a client can read it by its name.
// fix: as many keys as values, `data("spec", "tasks")`, or one key, `data = "result"`
