// The author returns the reply of another dialect.
// errors: 1

use envelope_runtime::{ToolFailure, dotbot, envelope_tool};

#[envelope_tool(dialect = "response-v2")]
fn ping() -> Result<dotbot::Reply<()>, ToolFailure> {
    Ok(dotbot::Reply::new("Pong.", ()))
}

fn main() {
    println!("{}", ping());
}
