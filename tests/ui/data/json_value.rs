use envelope_runtime::{ToolFailure, envelope_tool};

// The author returns a value whose type does not say that it is an object.
// why: In most contracts `data` is a JSON object: each value has a name, and more can be added later.
// fix: nest it with `data = "tasks"` in `#[envelope_tool]`, or write a struct with named fields and `#[derive(Payload)]`
#[envelope_tool(dialect = "response-v2")]
fn any_value() -> Result<serde_json::Value, ToolFailure> {
    Ok(serde_json::Value::Null)
}

fn main() {
    println!("{}", any_value());
}
