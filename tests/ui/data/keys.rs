use envelope_runtime::response_v2::Reply;
use envelope_runtime::{ToolFailure, envelope_tool};

// The author nests the data under the key that marks a failure.
// why: In response-v2, this key of `data` identifies the failure.
// fix: `data = "code"`
#[envelope_tool(dialect = "response-v2", data = "error_code")]
fn reserved_key() -> Result<u8, ToolFailure> {
    Ok(1)
}

// The author names two keys for data that is not a tuple.
// why: Each value of a tuple goes under its own key, so that a client can read it by its name.
// fix: as many keys as values, `data("spec", "tasks")`, or one key, `data = "result"`
#[envelope_tool(dialect = "response-v2", data("tasks", "total"))]
fn too_few_values() -> Result<Vec<String>, ToolFailure> {
    Ok(vec![])
}

// The author names two keys for three values.
// why: Each value of a tuple goes under its own key, so that a client can read it by its name.
// fix: as many keys as values, `data("spec", "tasks")`, or one key, `data = "result"`
#[envelope_tool(dialect = "response-v2", data("a", "b"))]
fn too_many_values() -> Result<(u8, u8, u8), ToolFailure> {
    Ok((1, 2, 3))
}

// The author names two keys for a reply of one value.
// why: Each value of a tuple goes under its own key, so that a client can read it by its name.
// fix: as many keys as values, `data("spec", "tasks")`, or one key, `data = "result"`
#[envelope_tool(dialect = "response-v2", data("a", "b"))]
fn reply_of_too_few_values() -> Result<Reply<u8>, ToolFailure> {
    Ok(Reply::new(1))
}

fn main() {
    println!("{}", reserved_key());
    println!("{}", too_few_values());
    println!("{}", too_many_values());
    println!("{}", reply_of_too_few_values());
}
