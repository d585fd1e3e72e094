// The author returns a list as it is.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2")]
fn list() -> Result<Vec<String>, ToolFailure> {
    Ok(vec![])
}

fn main() {
    println!("{}", list());
}

// why: In most contracts `data` is a JSON object: each value has a name, and more can be added later.
// fix: nest it with `data = "tasks"` in `#[envelope_tool]`, or write a struct with named fields and `#[derive(Payload)]`
