// The author prints an async tool without waiting for it.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2")]
async fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: An async tool returns a future of its envelope.
// fix: `ping().await`, or `pollster::block_on(ping())`
