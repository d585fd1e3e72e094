// The author forgot the error, and adds a summary of the data.
// errors: 1

use envelope_runtime::envelope_tool;

#[envelope_tool(dialect = "dotbot-mcp-response@1", summary("Found {}.", data.len()))]
fn list() -> Option<Vec<u8>> {
    None
}

fn main() {
    println!("{}", list());
}

// why: A failure needs an error with a code and a message, so a tool returns a `Result`.
// fix: `fn find(id: &str) -> Result<Spec, SpecError>`
