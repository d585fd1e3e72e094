// The author takes a flag for an id.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", request_id = id)]
fn ping(id: bool) -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping(true));
}

// why: A request id is text that links the envelope to the logs of one call.
// fix: `request_id = id`, where `id` is a `&str`, a `String` or an integer
