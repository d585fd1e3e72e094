// The author returns a future under a type alias.
// errors: 1

use std::future::{Ready, ready};

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2")]
fn ping() -> Ready<Result<(), ToolFailure>> {
    ready(Ok(()))
}

fn main() {
    let _ = ping();
}

// why: The attribute reads the signature as it is written, and cannot see that another type is a future.
// fix: `fn ping() -> impl Future<Output = Result<(), ToolFailure>>`, or `async fn`
