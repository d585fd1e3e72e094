// The author returns a list with metadata.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool, response_v2::Reply};

#[envelope_tool(dialect = "response-v2")]
fn ping() -> Result<Reply<Vec<u8>>, ToolFailure> {
    Ok(Reply::new(vec![]))
}

fn main() {
    println!("{}", ping());
}

// why: In most contracts `data` is a JSON object: each value has a name, and more can be added later.
// fix: nest it with `data = "tasks"` in `#[envelope_tool]`, or write a struct with named fields and `#[derive(Payload)]`
