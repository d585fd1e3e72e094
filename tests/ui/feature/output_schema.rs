// The author turns the schema on, and forgets the feature.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", output_schema)]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: JSON Schemas need the crate `schemars`, which is not a dependency by default.
// fix: `envelope-runtime = { version = "0.1", features = ["schemars"] }`
