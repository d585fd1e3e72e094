// The author returns the outcome of another function: the error is in the body, once.
// errors: 1

use envelope_runtime::{Payload, ToolFailure, envelope_tool};

#[derive(serde::Serialize, Payload)]
struct Spec {
    id: String,
}

#[envelope_tool(dialect = "response-v2")]
fn read(id: &str) -> Result<Spec, ToolFailure> {
    if id.is_empty() {
        return count();
    }
    Ok(Spec { id: id.to_owned() })
}

fn count() -> Result<u8, ToolFailure> {
    Ok(0)
}

fn main() {
    println!("{}", read("auth"));
}
