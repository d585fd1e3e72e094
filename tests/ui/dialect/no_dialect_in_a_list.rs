// The author names a type in the list that is no dialect.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

struct Acme;

#[envelope_tool(dialects("response-v2", Acme))]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: A custom dialect implements `Dialect`, which writes data and failures.
// fix: `impl Dialect for Acme { … }`
