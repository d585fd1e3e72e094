// The author keeps an argument out of the span, as in tracing.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", skip(id))]
fn ping(id: u8) -> Result<(), ToolFailure> {
    let _ = id;
    Ok(())
}

fn main() {}

// why: The span of a call has no arguments of the function.
// fix: the attribute without `skip(id)`
