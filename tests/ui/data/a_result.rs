// The author returns a `Result` in a `Result`.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", data = "number")]
fn read() -> Result<Result<u8, ToolFailure>, ToolFailure> {
    Ok(parse("1"))
}

fn parse(text: &str) -> Result<u8, ToolFailure> {
    Ok(text.parse()?)
}

fn main() {}

// why: A failure inside the data would look like a success.
// fix: `?` on the result, and the data alone
