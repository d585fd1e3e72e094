// The author forgot to derive `Serialize`, and `Payload` too.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};
// As in a crate that derives `Serialize` for other types.
use serde as _;

struct Spec;

#[envelope_tool(dialect = "response-v2")]
fn read() -> Result<Spec, ToolFailure> {
    Ok(Spec)
}

fn main() {
    println!("{}", read());
}

// why: In most contracts `data` is a JSON object: each value has a name, and more can be added later.
// fix: nest it with `data = "tasks"` in `#[envelope_tool]`, or write a struct with named fields and `#[derive(Payload)]`
