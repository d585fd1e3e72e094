// The author wants any number of arguments.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2")]
fn sum(_first: u8, _: ...) -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", sum(1));
}

// why: A Rust function takes a fixed number of arguments.
// fix: `fn sum(numbers: &[u8]) -> Result<(), ToolFailure>`
