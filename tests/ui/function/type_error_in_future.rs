// The same in a tool that returns a future: like the compiler itself, the error names the signature.
// errors: 1

use std::future::Future;

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2")]
fn read() -> impl Future<Output = Result<(), ToolFailure>> {
    async { Ok(5) }
}

fn main() {
    let _ = read();
}
