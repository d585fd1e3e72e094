// The author chooses the copies that clients get for a single tool.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", copies = Copies::Text)]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: A server decides once which copy of the data a client gets, where results leave it.
// fix: `copies = …` above `#[tool_router]`
