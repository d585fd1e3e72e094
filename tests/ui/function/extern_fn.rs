// The author meant to call a tool from C.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2")]
extern "C" fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: An envelope is a Rust type, which other languages cannot receive.
// fix: `fn ping() -> Result<(), ToolFailure>`
