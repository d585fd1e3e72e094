// The author forgot to derive `Serialize`, and `Payload` too.
// errors: 2

use envelope_runtime::{ToolFailure, envelope_tool};

struct Spec;

#[envelope_tool(dialect = "response-v2")]
fn read() -> Result<Spec, ToolFailure> {
    Ok(Spec)
}

fn main() {
    println!("{}", read());
}
