// The author sends the contexts of errors, and forgets the feature.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", send_contexts)]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: `anyhow` is not a dependency by default, and only its errors have contexts.
// fix: `envelope-runtime = { version = "0.1", features = ["anyhow"] }`
