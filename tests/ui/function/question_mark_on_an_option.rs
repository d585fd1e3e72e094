// The author uses `?` on a value that may not be there.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", data = "id")]
fn read(id: Option<u8>) -> Result<u8, ToolFailure> {
    Ok(id?)
}

fn main() {}

// why: `None` has no code and no message.
// fix: `id.ok_or_else(|| ToolFailure::not_found("Spec", "auth"))?`
