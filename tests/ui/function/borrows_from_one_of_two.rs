// The author does not say which argument the data is borrowed from.
// errors: 1

use envelope_runtime::{Payload, ToolFailure, envelope_tool};

#[derive(serde::Serialize, Payload)]
struct Line<'a> {
    text: &'a str,
}

#[envelope_tool(dialect = "response-v2")]
fn first_line(text: &str, otherwise: &str) -> Result<Line<'_>, ToolFailure> {
    Ok(Line { text: text.lines().next().unwrap_or(otherwise) })
}

fn main() {
    println!("{}", first_line("a", "b"));
}

// why: As in any function, a lifetime without a name is that of the only argument that has one, or of `self`.
// fix: `fn first_line<'a>(text: &'a str, otherwise: &'a str) -> Result<Line<'a>, ToolFailure>`
