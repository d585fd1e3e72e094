use envelope_runtime::response_v2::Reply;
use envelope_runtime::{Payload, ToolFailure, envelope_tool};

// The author returns a list as it is.
// why: In most contracts `data` is a JSON object: each value has a name, and more can be added later.
// fix: nest it with `data = "tasks"` in `#[envelope_tool]`, or write a struct with named fields and `#[derive(Payload)]`
#[envelope_tool(dialect = "response-v2")]
fn not_an_object() -> Result<Vec<String>, ToolFailure> {
    Ok(vec![])
}

// The author returns a text as it is.
// why: In most contracts `data` is a JSON object: each value has a name, and more can be added later.
// fix: nest it with `data = "tasks"` in `#[envelope_tool]`, or write a struct with named fields and `#[derive(Payload)]`
#[envelope_tool(dialect = "response-v2")]
fn text() -> Result<String, ToolFailure> {
    Ok(String::new())
}

// The author may have nothing to return.
// why: In most contracts `data` is a JSON object: each value has a name, and more can be added later.
// fix: nest it with `data = "tasks"` in `#[envelope_tool]`, or write a struct with named fields and `#[derive(Payload)]`
#[derive(serde::Serialize, Payload)]
struct Spec {
    id: u8,
}

#[envelope_tool(dialect = "response-v2")]
fn option() -> Result<Option<Spec>, ToolFailure> {
    Ok(Some(Spec { id: 1 }))
}

// The author returns a set as it is.
// why: In most contracts `data` is a JSON object: each value has a name, and more can be added later.
// fix: nest it with `data = "tasks"` in `#[envelope_tool]`, or write a struct with named fields and `#[derive(Payload)]`
#[envelope_tool(dialect = "response-v2")]
fn value_without_a_key() -> Result<std::collections::HashSet<u8>, ToolFailure> {
    Ok([1, 2].into())
}

// The author returns a tuple as it is.
// why: In most contracts `data` is a JSON object: each value has a name, and more can be added later.
// fix: nest it with `data = "tasks"` in `#[envelope_tool]`, or write a struct with named fields and `#[derive(Payload)]`
#[envelope_tool(dialect = "response-v2")]
fn values_without_keys() -> Result<(u8, u8), ToolFailure> {
    Ok((1, 2))
}

// The author forgot to derive `Payload`.
// why: In most contracts `data` is a JSON object: each value has a name, and more can be added later.
// fix: nest it with `data = "tasks"` in `#[envelope_tool]`, or write a struct with named fields and `#[derive(Payload)]`
#[derive(serde::Serialize)]
struct WithoutPayload {
    id: String,
}

#[envelope_tool(dialect = "response-v2")]
fn without_payload() -> Result<WithoutPayload, ToolFailure> {
    Ok(WithoutPayload { id: String::new() })
}

// The author forgot to derive `Serialize`, and `Payload` too.
// why: In most contracts `data` is a JSON object: each value has a name, and more can be added later.
// fix: nest it with `data = "tasks"` in `#[envelope_tool]`, or write a struct with named fields and `#[derive(Payload)]`
// As in a crate that derives `Serialize` for other types.
use serde as _;

struct WithoutBoth;

#[envelope_tool(dialect = "response-v2")]
fn without_both() -> Result<WithoutBoth, ToolFailure> {
    Ok(WithoutBoth)
}

// The author returns a list with metadata.
// why: In most contracts `data` is a JSON object: each value has a name, and more can be added later.
// fix: nest it with `data = "tasks"` in `#[envelope_tool]`, or write a struct with named fields and `#[derive(Payload)]`
#[envelope_tool(dialect = "response-v2")]
fn reply_of_a_list() -> Result<Reply<Vec<u8>>, ToolFailure> {
    Ok(Reply::new(vec![]))
}

// The author returns a list, which only one of the dialects accepts.
// why: In `mcp-2025-11-25`, `structuredContent` is a JSON object; from `mcp-2026-07-28` on it is any JSON value.
// fix: `data = "items"`, or `dialect = "mcp-2026-07-28"`
#[envelope_tool(dialects("mcp-2026-07-28", "response-v2", "mcp-2025-11-25"))]
fn a_list_for_one_of_several() -> Result<Vec<u8>, ToolFailure> {
    Ok(vec![])
}

// The author returns a list, which only the later version accepts.
// why: In `mcp-2025-11-25`, `structuredContent` is a JSON object; from `mcp-2026-07-28` on it is any JSON value.
// fix: `data = "items"`, or `dialect = "mcp-2026-07-28"`
#[envelope_tool(dialect = "mcp-2025-11-25")]
fn array_in_mcp() -> Result<Vec<u8>, ToolFailure> {
    Ok(vec![])
}

fn main() {
    println!("{}", not_an_object());
    println!("{}", text());
    println!("{}", option());
    println!("{}", without_payload());
    println!("{}", without_both());
    println!("{}", reply_of_a_list());
    println!("{}", a_list_for_one_of_several());
    println!("{}", array_in_mcp());
}
