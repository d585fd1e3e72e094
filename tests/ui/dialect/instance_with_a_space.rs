// The author gives a problem an instance that is no URI.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "rfc9457", instance = "/orders/order 7")]
fn cancel() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", cancel());
}

// why: The contract identifies a problem by a URI reference, in which other characters are percent-encoded.
// fix: `instance = "/orders/order%207"`
