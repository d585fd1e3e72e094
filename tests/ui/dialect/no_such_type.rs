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
