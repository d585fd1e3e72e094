// The author returns a boxed future from an async function.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2")]
async fn ping() -> std::pin::Pin<Box<dyn Future<Output = Result<(), ToolFailure>>>> {
    Box::pin(async { Ok(()) })
}

fn main() {}

// why: The caller would have to await twice.
// fix: `fn ping() -> impl Future<Output = Result<(), ToolFailure>>`
