// The author may have nothing to return.
// errors: 1

use envelope_runtime::{Payload, ToolFailure, envelope_tool};

#[derive(serde::Serialize, Payload)]
struct Spec {
    id: u8,
}

#[envelope_tool(dialect = "response-v2")]
fn find() -> Result<Option<Spec>, ToolFailure> {
    Ok(Some(Spec { id: 1 }))
}

fn main() {
    println!("{}", find());
}

// why: In most contracts `data` is a JSON object: each value has a name, and more can be added later.
// fix: nest it with `data = "tasks"` in `#[envelope_tool]`, or write a struct with named fields and `#[derive(Payload)]`
