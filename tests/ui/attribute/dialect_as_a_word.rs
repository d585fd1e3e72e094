// The author gives the dialect alone, as a word.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(response_v2)]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {}

// why: Every argument has a name.
// fix: `dialect = "response-v2"`
