// The author wraps the answer of another tool.
// errors: 1

use envelope_runtime::{Envelope, Payload, ToolFailure, envelope_tool};

#[derive(serde::Serialize, Payload)]
struct Answer(Envelope);

#[envelope_tool(dialect = "response-v2")]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

#[envelope_tool(dialect = "response-v2")]
fn ping_again() -> Result<Answer, ToolFailure> {
    Ok(Answer(ping()))
}

fn main() {
    println!("{}", ping_again());
}

// why: An envelope is an answer, and not data: its failure would be sent as a success.
// fix: `Result<(), ToolFailure>`, with `ping()`, the function that both tools call
