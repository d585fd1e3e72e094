use envelope_runtime::{Envelope, Payload, ToolFailure, envelope_tool};
use serde::Serialize;

// The author returns an `Option`.
// why: A failure needs an error with a code and a message, so a tool returns a `Result`.
// fix: `fn option(id: &str) -> Result<Spec, SpecError>`
#[derive(serde::Serialize, Payload)]
struct Spec {
    id: u8,
}

#[envelope_tool(dialect = "response-v2")]
fn option(id: u8) -> Option<Spec> {
    (id == 1).then_some(Spec { id })
}

// The author returns the data as it is.
// why: A failure needs an error with a code and a message, so a tool returns a `Result`.
// fix: `fn find(id: &str) -> Result<PlainData, SpecError>`
#[derive(Serialize, Payload)]
struct PlainData {
    id: u8,
}

#[envelope_tool(dialect = "response-v2")]
fn plain_data() -> PlainData {
    PlainData { id: 1 }
}

// The author returns the envelope itself.
// why: A failure needs an error with a code and a message, so a tool returns a `Result`.
// fix: `fn find(id: &str) -> Result<Spec, SpecError>`
#[envelope_tool(dialect = "response-v2")]
fn returns_an_envelope() -> Result<(), ToolFailure> {
    Ok(())
}

#[envelope_tool(dialect = "response-v2")]
fn pong() -> Envelope {
    returns_an_envelope()
}

fn main() {
    let _: Option<ToolFailure> = None;
    println!("{}", plain_data());
}
