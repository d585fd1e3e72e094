// The author misspelt the dialect.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "responsev2")]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: The id selects a published contract.
// fix: `dialect = "response-v2"`, or `dialect = crate::Acme` for a custom one
