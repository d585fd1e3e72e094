use envelope_runtime::{ToolFailure, envelope_tool};
use std::future::{Ready, ready};

// The author returns an `Option`, and forgot that a tool says why there is no data.
// why: A failure needs an error with a code and a message, so a tool returns a `Result`.
// fix: `fn not_a_result(id: &str) -> Result<Spec, SpecError>`
#[envelope_tool(dialect = "response-v2")]
fn not_a_result(id: &str) -> Option<()> {
    (!id.is_empty()).then_some(())
}

// The author returns the data alone.
// why: A failure needs an error with a code and a message, so a tool returns a `Result`.
// fix: `fn find(id: &str) -> Result<Spec, SpecError>`
#[envelope_tool(dialects("response-v2", "mcp-2025-11-25"), text("{data}"))]
fn no_result_in_several() -> u8 {
    7
}

// The author returns a future under a type alias.
// why: The attribute reads the signature as it is written, and cannot see that another type is a future.
// fix: `fn a_future_under_an_alias() -> impl Future<Output = Result<(), ToolFailure>>`, or `async fn`
#[envelope_tool(dialect = "response-v2")]
fn a_future_under_an_alias() -> Ready<Result<(), ToolFailure>> {
    ready(Ok(()))
}

// The author forgot the error, and adds a summary of the data.
// why: A failure needs an error with a code and a message, so a tool returns a `Result`.
// fix: `fn find(id: &str) -> Result<Spec, SpecError>`
#[envelope_tool(dialect = "dotbot-mcp-response@1", summary("Found {}.", data.len()))]
fn summary_of_no_result() -> Option<Vec<u8>> {
    None
}

fn main() {
    not_a_result("auth");
    println!("{}", no_result_in_several());
    let _ = a_future_under_an_alias();
    println!("{}", summary_of_no_result());
}
