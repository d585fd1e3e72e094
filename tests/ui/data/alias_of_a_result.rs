// The author returns a result, whose type has another name.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

type Pinged = Result<(), String>;

fn ping() -> Pinged {
    Ok(())
}

#[envelope_tool(dialect = "response-v2")]
fn ping_twice() -> Result<Pinged, ToolFailure> {
    ping().map_err(ToolFailure::unavailable)?;
    Ok(ping())
}

fn main() {}

// why: A failure inside the data would look like a success.
// fix: `Result<(), ToolFailure>`, with `?` on the result
