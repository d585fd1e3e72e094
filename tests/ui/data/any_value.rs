// The author returns a value whose type does not say that it is an object.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2")]
fn ping() -> Result<serde_json::Value, ToolFailure> {
    Ok(serde_json::Value::Null)
}

fn main() {
    println!("{}", ping());
}
