// The author meant to evaluate a tool when compiling.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2")]
const fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: An envelope is made when the tool is called, not when it is compiled.
// fix: `fn ping() -> Result<(), ToolFailure>`
