use envelope_runtime::{ToolFailure, envelope_tool};

// The author wants small results, and does not say how small.
// why: A budget is a number of bytes.
// fix: `budget = 60_000`
#[envelope_tool(dialect = "response-v2", data = "tasks", budget)]
fn budget_alone() -> Result<Vec<u8>, ToolFailure> {
    Ok(vec![1])
}

// The author writes the size as it is written in a configuration file.
// why: A budget is a number of bytes.
// fix: `budget = 60_000`
#[envelope_tool(dialect = "response-v2", data = "tasks", budget = "60k")]
fn budget_as_text() -> Result<Vec<u8>, ToolFailure> {
    Ok(vec![1])
}

// The author wants no limit.
// why: No envelope has 0 bytes. Without `budget`, there is no limit.
// fix: a larger number, such as `budget = 60_000`
#[envelope_tool(dialect = "response-v2", data = "tasks", budget = 0)]
fn budget_of_zero() -> Result<Vec<u8>, ToolFailure> {
    Ok(vec![1])
}

// The author wants ten items.
// why: A budget is a number of bytes, and not of items.
// fix: `budget = 60_000`
#[envelope_tool(dialect = "response-v2", data = "tasks", budget = 10)]
fn budget_of_items() -> Result<Vec<u8>, ToolFailure> {
    Ok(vec![1])
}

// The author takes the size from an argument.
// why: A budget is a part of the tool, which is known when compiling.
// fix: a literal or a constant: `budget = MAX_BYTES`
#[envelope_tool(dialect = "response-v2", data = "tasks", budget = bytes)]
fn budget_that_is_no_constant(bytes: usize) -> Result<Vec<u8>, ToolFailure> {
    Ok(vec![1])
}

// The author names the list that is cut, but no size.
// why: A budget is a number of bytes.
// fix: `budget(bytes = 60_000, cut = "tasks")`
#[envelope_tool(dialect = "response-v2", data = "tasks", budget(cut = "tasks"))]
fn budget_without_bytes() -> Result<Vec<u8>, ToolFailure> {
    Ok(vec![1])
}

// The author wants to name the list that is cut.
// why: A budget has a number of bytes. The path of a list is under `cut`.
// fix: `cut = "tasks"`
#[envelope_tool(dialect = "response-v2", data = "tasks", budget(bytes = 60_000, path = "tasks"))]
fn budget_with_another_key() -> Result<Vec<u8>, ToolFailure> {
    Ok(vec![1])
}

// The author names the list as a field of the type, but the data is under a key.
// why: The path of the list begins at the data in the envelope, with a key of `data = "…"`.
// fix: `cut = "tasks"`
#[envelope_tool(dialect = "response-v2", data = "tasks", budget(bytes = 60_000, cut = "items"))]
fn budget_of_a_list_elsewhere() -> Result<Vec<u8>, ToolFailure> {
    Ok(vec![1])
}

// The author wants to cut a text at one of its lists.
// why: A text has no list: it is cut between its lines.
// fix: remove `cut`
#[envelope_tool(dialect = "mcp-2025-11-25", text, budget(bytes = 60_000, cut = "lines"))]
fn budget_of_a_text() -> Result<String, ToolFailure> {
    Ok("One\nTwo".to_owned())
}

// The author wants the first lines of a text.
// why: A budget keeps the start without a setting.
// fix: remove `keep`
#[envelope_tool(dialect = "mcp-2025-11-25", text, budget(bytes = 60_000, keep = "start"))]
fn budget_that_keeps_the_start() -> Result<String, ToolFailure> {
    Ok("One\nTwo".to_owned())
}

fn main() {
    println!("{}", budget_alone());
    println!("{}", budget_as_text());
    println!("{}", budget_of_zero());
    println!("{}", budget_that_is_no_constant(60_000));
    println!("{}", budget_without_bytes());
    println!("{}", budget_with_another_key());
    println!("{}", budget_of_a_list_elsewhere());
    println!("{}", budget_of_a_text());
    println!("{}", budget_that_keeps_the_start());
}
