// The author returns a reference, and no argument is one.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", data = "unit")]
fn unit_of(bytes: u64) -> Result<&str, ToolFailure> {
    Ok(if bytes < 1024 { "B" } else { "KiB" })
}

fn main() {
    println!("{}", unit_of(1));
}

// why: As in any function, what is borrowed is borrowed from an argument, or is there for the whole program.
// fix: `Result<&'static str, ToolFailure>`, or an owned value: `Result<String, ToolFailure>`
