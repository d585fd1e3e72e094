// The author names two keys for a reply of one value.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool, response_v2::Reply};

#[envelope_tool(dialect = "response-v2", data("a", "b"))]
fn ping() -> Result<Reply<u8>, ToolFailure> {
    Ok(Reply::new(1))
}

fn main() {
    println!("{}", ping());
}

// why: Each value of a tuple goes under its own key, so that a client can read it by its name.
// fix: as many keys as values, `data("spec", "tasks")`, or one key, `data = "result"`
