// The author names two keys for three values.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", data("a", "b"))]
fn ping() -> Result<(u8, u8, u8), ToolFailure> {
    Ok((1, 2, 3))
}

fn main() {
    println!("{}", ping());
}

// why: Each value of a tuple goes under its own key, so that a client can read it by its name.
// fix: as many keys as values, `data("spec", "tasks")`, or one key, `data = "result"`
