// The author uses `?` on text.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", data = "id")]
fn read(id: Option<u8>) -> Result<u8, ToolFailure> {
    Ok(id.ok_or_else(|| "no id".to_owned())?)
}

fn main() {}

// why: A failure needs a code and a category, and only a `ToolError` has them.
// fix: `.map_err(ToolFailure::internal)?`, or a variant of your error for it
