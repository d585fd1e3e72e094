// The author forgot to derive `Payload`.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[derive(serde::Serialize)]
struct Spec {
    id: String,
}

#[envelope_tool(dialect = "response-v2")]
fn read() -> Result<Spec, ToolFailure> {
    Ok(Spec { id: String::new() })
}

fn main() {
    println!("{}", read());
}

// why: In most contracts `data` is a JSON object: each value has a name, and more can be added later.
// fix: nest it with `data = "tasks"` in `#[envelope_tool]`, or write a struct with named fields and `#[derive(Payload)]`
