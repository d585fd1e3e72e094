// The author left the id for later, in quotes.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", request_id = "")]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: An empty id links an envelope to nothing.
// fix: `request_id = id`, or no setting: the id that the server has set for the request is then used
