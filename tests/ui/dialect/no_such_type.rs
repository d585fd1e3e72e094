// The author names a type that is not a dialect.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

struct Acme;

#[envelope_tool(dialect = crate::Acme)]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: A custom dialect implements `Dialect`, which writes data and failures.
// fix: `impl Dialect for Acme { … }`
