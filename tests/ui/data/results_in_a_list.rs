// The author returns the outcome of each part.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", data = "numbers")]
fn read(texts: &[&str]) -> Result<Vec<Result<u8, ToolFailure>>, ToolFailure> {
    Ok(texts.iter().map(|text| parse(text)).collect())
}

fn parse(text: &str) -> Result<u8, ToolFailure> {
    Ok(text.parse()?)
}

fn main() {}

// why: A failure inside the data would look like a success.
// fix: `?` on the result, and the data alone
