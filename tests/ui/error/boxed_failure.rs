// The author boxes a failure.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2")]
fn read() -> Result<(), Box<ToolFailure>> {
    Err(Box::new(ToolFailure::not_found("Spec", "auth")))
}

fn main() {
    println!("{}", read());
}

// why: A `ToolFailure` needs no box: it is the size of a pointer.
// fix: `Result<(), ToolFailure>`
