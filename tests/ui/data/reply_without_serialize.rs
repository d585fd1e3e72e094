// The author forgot to derive `Serialize` for what is in a reply.
// errors: 1

use envelope_runtime::{Payload, ToolFailure, envelope_tool, response_v2::Reply};
// As in a crate that derives `Serialize` for other types.
use serde as _;

#[derive(Payload)]
struct Spec {
    id: String,
}

#[envelope_tool(dialect = "response-v2")]
fn read() -> Result<Reply<Spec>, ToolFailure> {
    Ok(Reply::new(Spec { id: String::new() }))
}

fn main() {
    println!("{}", read());
}

// why: Data is written as JSON, through its `Serialize`, in a `Reply` too.
// fix: `#[derive(serde::Serialize)]` on the type in the `Reply`
