// The author uses `?` on any error, and forgets the feature.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

fn parse(text: &str) -> anyhow::Result<u8> {
    Ok(text.parse()?)
}

#[envelope_tool(dialect = "response-v2", data = "id")]
fn read(id: &str) -> Result<u8, ToolFailure> {
    Ok(parse(id)?)
}

fn main() {}

// why: The errors of other crates have codes behind features of their names.
// fix: `envelope-runtime = { version = "0.1", features = ["anyhow"] }`
