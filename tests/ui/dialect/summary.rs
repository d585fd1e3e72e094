use envelope_runtime::{Payload, ToolFailure, envelope_tool};
use serde::Serialize;

// The author returns plain data, and nothing says what happened.
// why: Every dotbot envelope has a summary: one sentence about the outcome.
// fix: `summary("Found {} projects.", data.projects.len())` in `#[envelope_tool]`
#[derive(serde::Serialize, Payload)]
struct Projects {
    count: u32,
}

#[envelope_tool(dialect = "dotbot-mcp-response@1")]
fn no_summary() -> Result<Projects, ToolFailure> {
    Ok(Projects { count: 1 })
}

// The author adds dotbot to the list, and nothing says what happened.
// why: Every dotbot envelope has a summary: one sentence about the outcome.
// fix: `summary("Found {} projects.", data.projects.len())` in `#[envelope_tool]`
#[envelope_tool(dialects("response-v2", "dotbot-mcp-response@1", "code-scalpel-v1"), tier = "pro")]
fn no_summary_in_a_list() -> Result<(), ToolFailure> {
    Ok(())
}

// The author returns a list under a key, and nothing says what happened.
// why: Every dotbot envelope has a summary: one sentence about the outcome.
// fix: `summary("Found {} projects.", data.projects.len())` in `#[envelope_tool]`
#[envelope_tool(dialect = "dotbot-mcp-response@1", data = "projects")]
fn a_list_without_summary() -> Result<Vec<String>, ToolFailure> {
    Ok(vec![])
}

// The author has nothing to say in the summary.
// why: The summary is a sentence about the outcome.
// fix: `summary("Pong.")`
#[envelope_tool(dialect = "dotbot-mcp-response@1", summary(""))]
fn empty_summary() -> Result<(), ToolFailure> {
    Ok(())
}

// The author left the summary for later.
// why: The text is formatted from the data of each call.
// fix: `summary("Found {} projects.", data.projects.len())`
#[envelope_tool(dialect = "dotbot-mcp-response@1", summary)]
fn summary_alone() -> Result<(), ToolFailure> {
    Ok(())
}

// The author gives the summary like any other setting.
// why: The text is formatted from the data of each call.
// fix: `summary("Found {} projects.", data.projects.len())`
#[envelope_tool(dialect = "dotbot-mcp-response@1", summary = "Pong.")]
fn summary_as_a_value() -> Result<(), ToolFailure> {
    Ok(())
}

// The author gives the summary like any other setting, with the arguments of a format string.
// why: The text is formatted from the data of each call.
// fix: `summary("Found {} projects.", data.projects.len())`
#[derive(Serialize, Payload)]
struct SummaryWithArgumentsAfterAValue {
    names: Vec<String>,
}

#[envelope_tool(dialect = "dotbot-mcp-response@1", summary = "{} found", data.names.len())]
fn summary_with_arguments_after_a_value() -> Result<SummaryWithArgumentsAfterAValue, ToolFailure> {
    Ok(SummaryWithArgumentsAfterAValue { names: Vec::new() })
}

// The author makes the summary in a closure.
// why: `summary` is `format!` with the data of the call.
// fix: `summary("Found {}.", data.count)`
#[derive(Serialize, Payload)]
struct Found {
    count: usize,
}

#[envelope_tool(dialect = "dotbot-mcp-response@1", version = "1.0.0", summary(|found| found.count.to_string()))]
fn summary_of_a_closure() -> Result<Found, ToolFailure> {
    Ok(Found { count: 1 })
}

// The author makes the summary with `format!`.
// why: `summary` is `format!` with the data of the call.
// fix: `summary("Found {}.", data.count)`
#[derive(Serialize, Payload)]
struct SummaryOfAMacro {
    count: usize,
}

#[envelope_tool(dialect = "dotbot-mcp-response@1", version = "1.0.0", summary(format!("Found {}.", data.count)))]
fn summary_of_a_macro() -> Result<SummaryOfAMacro, ToolFailure> {
    Ok(SummaryOfAMacro { count: 1 })
}

// The author reads the data in braces.
// why: `summary` is `format!` with the data of the call.
// fix: `summary("Found {}.", data.count)`
#[derive(Serialize, Payload)]
struct SummaryOfAnExpressionInBraces {
    count: usize,
}

#[envelope_tool(dialect = "dotbot-mcp-response@1", version = "1.0.0", summary("Found {data.count}."))]
fn summary_of_an_expression_in_braces() -> Result<SummaryOfAnExpressionInBraces, ToolFailure> {
    Ok(SummaryOfAnExpressionInBraces { count: 1 })
}

// The author puts a field into the summary that the data does not have.
// why: A summary is formatted from the data that the tool returns, and can name only its fields.
// fix: `summary("Found {}.", data.count)`
#[derive(serde::Serialize, Payload)]
struct SummaryOfNoField {
    count: u32,
}

#[envelope_tool(dialect = "dotbot-mcp-response@1", summary("Found {}.", data.number))]
fn summary_of_no_field() -> Result<SummaryOfNoField, ToolFailure> {
    Ok(SummaryOfNoField { count: 1 })
}

// The author puts a value into the summary that does not implement `Display`.
// why: A summary is text, so each value in it must implement `Display`.
// fix: `summary("Found {}.", data.names.len())`
#[derive(serde::Serialize, Payload)]
struct Names {
    names: Vec<String>,
}

#[envelope_tool(dialect = "dotbot-mcp-response@1", summary("Found {}.", data.names))]
fn summary_without_display() -> Result<Names, ToolFailure> {
    Ok(Names { names: vec![] })
}

// The author makes the summary of values alone.
// why: A summary is text, which a format string makes of the values.
// fix: `summary("{} {}", name, data)`
#[envelope_tool(dialect = "dotbot-mcp-response@1", data = "n", summary(name, data))]
fn summary_without_a_text(name: &str) -> Result<u8, ToolFailure> {
    Ok(7)
}

fn main() {
    println!("{}", no_summary());
    println!("{}", no_summary_in_a_list());
    println!("{}", a_list_without_summary());
    println!("{}", empty_summary());
    println!("{}", summary_alone());
    println!("{}", summary_as_a_value());
    println!("{}", summary_with_arguments_after_a_value());
    println!("{}", summary_of_no_field());
    println!("{}", summary_without_display());
    println!("{}", summary_without_a_text("pong"));
}
