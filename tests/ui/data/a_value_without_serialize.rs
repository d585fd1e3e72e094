// The author forgot to derive `Serialize` for one of two values.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};
// As in a crate that derives `Serialize` for other types.
use serde as _;

struct Spec;

#[envelope_tool(dialect = "response-v2", data("spec", "total"))]
fn read() -> Result<(Spec, u32), ToolFailure> {
    Ok((Spec, 1))
}

fn main() {
    println!("{}", read());
}

// why: Data is written as JSON, through its `Serialize`.
// fix: `#[derive(serde::Serialize)]` on the type
