// The author returns text where the error is a failure.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2")]
fn ping() -> Result<(), ToolFailure> {
    Err("no".into())
}

fn main() {}

// why: A failure needs a code and a category, and a text has neither.
// fix: `Err(ToolFailure::internal("no"))`
