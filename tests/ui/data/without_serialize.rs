// The author forgot to derive `Serialize`.
// errors: 1

use envelope_runtime::{Payload, ToolFailure, envelope_tool};
// As in a crate that derives `Serialize` for other types.
use serde as _;

#[derive(Payload)]
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

// why: Data is written as JSON, through its `Serialize`.
// fix: `#[derive(serde::Serialize)]` on the type
