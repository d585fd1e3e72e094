// The author forgot to derive `Payload`.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[derive(serde::Serialize)]
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
