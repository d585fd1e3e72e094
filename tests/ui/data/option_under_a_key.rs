// The author forgot to derive `Serialize`, and nests what may be there under a key.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};
// As in a crate that derives `Serialize` for other types.
use serde as _;

struct Spec;

#[envelope_tool(dialect = "response-v2", data = "spec")]
fn find() -> Result<Option<Spec>, ToolFailure> {
    Ok(Some(Spec))
}

fn main() {
    println!("{}", find());
}

// why: Data is written as JSON, through its `Serialize`.
// fix: `#[derive(serde::Serialize)]` on the type
