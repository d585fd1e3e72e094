// The author gives the route with `method`, as in OpenAPI.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", method = "GET")]
fn list_tasks() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", list_tasks());
}

// why: A tool does not know which server calls it.
// fix: the tool without it, and `Router::new().route(…)`
