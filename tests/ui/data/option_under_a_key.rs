// The author forgot to derive `Serialize`, and nests what may be there under a key.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

struct Spec;

#[envelope_tool(dialect = "response-v2", data = "spec")]
fn find() -> Result<Option<Spec>, ToolFailure> {
    Ok(Some(Spec))
}

fn main() {
    println!("{}", find());
}
