use envelope_runtime::{Payload, ToolFailure, envelope_tool};
use serde::Serialize;

// The author gives the text like a value.
// why: The text is formatted from the data of each call.
// fix: `text("{} found", data.len())`
#[envelope_tool(dialect = "mcp-2025-11-25", text = "Pong.")]
fn text_as_a_value() -> Result<(), ToolFailure> {
    Ok(())
}

// The author sends the data as text in a dialect whose data is JSON.
// why: An envelope of response-v2 has its data under `data`, and a text under a key there.
// fix: remove `text`
#[envelope_tool(dialect = "response-v2", text, data = "output")]
fn text_alone_in_response_v2() -> Result<String, ToolFailure> {
    Ok("# A".to_owned())
}

// The author gives a text to a contract that has none.
// why: The contract has no key for it, so it would be lost.
// fix: leave it out, or use a dialect that has it: `dialect = "mcp-2025-11-25"`
#[envelope_tool(dialect = "response-v2", text("Pong."))]
fn text_under_response_v2() -> Result<(), ToolFailure> {
    Ok(())
}

// The author formats a field that the data does not have, for both versions of MCP.
// why: A text is formatted from the data that the tool returns, and can name only its fields.
// fix: `text("{}", data.id)`
#[derive(Serialize, Payload)]
struct Spec {
    id: u8,
}

#[envelope_tool(dialects("mcp-2025-11-25", "mcp-2026-07-28"), text("{}", data.title))]
fn text_of_no_field_in_both_versions() -> Result<Spec, ToolFailure> {
    Ok(Spec { id: 1 })
}

// The author indents the data of a text tool.
// why: With `text` alone, the data is sent as it is, and not as JSON.
// fix: remove `pretty`
#[envelope_tool(dialect = "mcp-2025-11-25", text, pretty)]
fn text_that_is_pretty() -> Result<String, ToolFailure> {
    Ok("# A".to_owned())
}

// The author gives the data of a text tool a key.
// why: With `text` alone, the data is the text of the result, and there is no object for the key.
// fix: remove `data = "output"`
#[envelope_tool(dialect = "mcp-2025-11-25", text, data = "output")]
fn text_with_a_key() -> Result<String, ToolFailure> {
    Ok("# A".to_owned())
}

// The author gives the form of a failure's text without a value.
// why: The text of a failure has two forms.
// fix: `error_text = "plain"`
#[envelope_tool(dialect = "mcp-2025-11-25", error_text)]
fn error_text_without_a_value() -> Result<(), ToolFailure> {
    Ok(())
}

// The author misspells the form of a failure's text.
// why: The text of a failure has two forms.
// fix: `error_text = "plain"`
#[envelope_tool(dialect = "mcp-2025-11-25", error_text = "plane")]
fn error_text_misspelt() -> Result<(), ToolFailure> {
    Ok(())
}

// The author wants the plain text of a failure in a dialect without a text.
// why: Only a failure of MCP is a text.
// fix: remove `error_text`
#[envelope_tool(dialect = "response-v2", error_text = "plain")]
fn error_text_of_another_dialect() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", text_alone_in_response_v2());
    println!("{}", text_under_response_v2());
    println!("{}", text_of_no_field_in_both_versions());
    println!("{}", text_that_is_pretty());
    println!("{}", text_with_a_key());
    println!("{}", error_text_without_a_value());
    println!("{}", error_text_misspelt());
    println!("{}", error_text_of_another_dialect());
}
