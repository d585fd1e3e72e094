// The author returns the data as it is.
// errors: 1

use envelope_runtime::{Payload, ToolFailure, envelope_tool};
use serde::Serialize;

#[derive(Serialize, Payload)]
struct Spec {
    id: u8,
}

#[envelope_tool(dialect = "response-v2")]
fn read() -> Spec {
    Spec { id: 1 }
}

fn main() {
    let _: Option<ToolFailure> = None;
    println!("{}", read());
}

// why: A failure needs an error with a code and a message, so a tool returns a `Result`.
// fix: `fn find(id: &str) -> Result<Spec, SpecError>`
