use envelope_runtime::{Payload, ToolFailure, envelope_tool};
use serde::Serialize;

// The author sends a list as the text of a result.
// why: With `text` alone, the data is the text of the result, and a list is no text.
// fix: return the joined names, as `Result<String, ToolFailure>`
#[envelope_tool(dialect = "mcp-2025-11-25", text)]
fn text_of_a_list() -> Result<Vec<String>, ToolFailure> {
    Ok(vec!["a".to_owned()])
}

// The author sends a list as the text of a result, in one of several contracts.
// why: With `text` alone, the data is the text of the result, and a list is no text.
// fix: return the joined names, as `Result<String, ToolFailure>`
#[envelope_tool(dialects("mcp-2025-11-25", "response-v2"), text, data = "names")]
fn text_of_a_list_in_several() -> Result<Vec<String>, ToolFailure> {
    Ok(vec!["a".to_owned()])
}

// The author sends a struct as the text of a result.
// why: With `text` alone, the data is the text of the result, and a struct without `Display` is no text.
// fix: `text("Spec {}", data.id)`
#[derive(Serialize, Payload)]
struct Spec {
    id: u8,
}

#[envelope_tool(dialect = "mcp-2026-07-28", text)]
async fn text_of_a_struct() -> Result<Spec, ToolFailure> {
    Ok(Spec { id: 1 })
}

fn main() {
    println!("{}", text_of_a_list());
    println!("{}", text_of_a_list_in_several());
    let _ = text_of_a_struct();
}
