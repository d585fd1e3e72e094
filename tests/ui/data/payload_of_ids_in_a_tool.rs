// The author returns a list in a type of its own.
// errors: 1

use envelope_runtime::{Payload, ToolFailure, envelope_tool};

#[derive(serde::Serialize, Payload)]
struct Ids(Vec<u32>);

#[envelope_tool(dialect = "response-v2")]
fn list_ids() -> Result<Ids, ToolFailure> {
    Ok(Ids(vec![1, 2, 3]))
}

fn main() {
    println!("{}", list_ids());
}

// why: In most contracts `data` is a JSON object: each value has a name, and more can be added later.
// fix: nest it with `data = "tasks"` in `#[envelope_tool]`, or write a struct with named fields and `#[derive(Payload)]`
