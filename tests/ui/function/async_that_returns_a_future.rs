// The author returns a future from an async function.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2")]
async fn ping() -> impl Future<Output = Result<(), ToolFailure>> {
    async { Ok(()) }
}

fn main() {}

// why: The caller would have to await twice.
// fix: `fn ping() -> impl Future<Output = Result<(), ToolFailure>>`
