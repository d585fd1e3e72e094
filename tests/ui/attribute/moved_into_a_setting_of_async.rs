// The author moves an argument into a setting, and uses it in the async body.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", request_id = id)]
async fn ping(id: String) -> Result<(), ToolFailure> {
    println!("{id}");
    Ok(())
}

fn main() {}

// why: A setting is evaluated before the body, and the body needs the value afterwards.
// fix: `request_id = &id`
