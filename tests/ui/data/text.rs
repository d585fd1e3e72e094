// The author returns a text as it is.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2")]
fn ping() -> Result<String, ToolFailure> {
    Ok(String::new())
}

fn main() {
    println!("{}", ping());
}

// why: In most contracts `data` is a JSON object: each value has a name, and more can be added later.
// fix: nest it with `data = "tasks"` in `#[envelope_tool]`, or write a struct with named fields and `#[derive(Payload)]`
