// The author uses `?` on any error.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

fn parse(text: &str) -> Result<u8, Box<dyn std::error::Error>> {
    Ok(text.parse()?)
}

#[envelope_tool(dialect = "response-v2", data = "id")]
fn read(id: &str) -> Result<u8, ToolFailure> {
    Ok(parse(id)?)
}

fn main() {}

// why: A failure needs a code and a category, and only a `ToolError` has them.
// fix: `.map_err(ToolFailure::internal)?`, or a variant of your error for it
