// The author gives a failure its code as text.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2")]
fn read() -> Result<(), ToolFailure> {
    Err(ToolFailure::new("NOT_FOUND", "no such spec"))
}

fn main() {
    println!("{}", read());
}

// why: A standard code is a variant of `ErrorCode`.
// fix: `ToolFailure::new(ErrorCode::NotFound, "no such spec")`
