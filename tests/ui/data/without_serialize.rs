// The author forgot to derive `Serialize`.
// errors: 1

use envelope_runtime::{Payload, ToolFailure, envelope_tool};

#[derive(Payload)]
struct Spec {
    id: String,
}

#[envelope_tool(dialect = "response-v2")]
fn read() -> Result<Spec, ToolFailure> {
    Ok(Spec { id: String::new() })
}

fn main() {
    println!("{}", read());
}
