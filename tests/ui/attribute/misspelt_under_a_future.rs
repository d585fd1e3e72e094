// The author misspelt a setting of a tool that returns a future: nothing else is wrong.
// errors: 1

use std::future::Future;

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", telemetri)]
fn ping() -> impl Future<Output = Result<(), ToolFailure>> {
    async { Ok(()) }
}

fn main() {
    let _ = ping();
}

// why: A name that nothing reads would have no effect, and nobody would notice.
// fix: `telemetry`
