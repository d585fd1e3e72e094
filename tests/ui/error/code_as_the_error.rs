// The author returns the code alone as the error.
// errors: 1

use envelope_runtime::{ErrorCode, envelope_tool};

#[envelope_tool(dialect = "response-v2")]
fn read() -> Result<(), ErrorCode> {
    Err(ErrorCode::NotFound)
}

fn main() {
    println!("{}", read());
}

// why: A failure has a message and a code, and this type has no message.
// fix: `Result<(), ToolFailure>`, with `ToolFailure::new(ErrorCode::NotFound, "no such spec")`
