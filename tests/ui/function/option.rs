// The author returns an `Option`.
// errors: 1

use envelope_runtime::{Payload, envelope_tool};

#[derive(serde::Serialize, Payload)]
struct Spec {
    id: u8,
}

#[envelope_tool(dialect = "response-v2")]
fn find(id: u8) -> Option<Spec> {
    (id == 1).then_some(Spec { id })
}

fn main() {}

// why: A failure needs an error with a code and a message, so a tool returns a `Result`.
// fix: `fn find(id: &str) -> Result<Spec, SpecError>`
