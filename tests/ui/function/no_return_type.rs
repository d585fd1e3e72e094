// The author meant a tool without data.
// errors: 1

use envelope_runtime::envelope_tool;

#[envelope_tool(dialect = "response-v2")]
fn ping() {}

fn main() {
    println!("{}", ping());
}

// why: A failure needs an error with a code and a message, so a tool returns a `Result`, with `()` if there is no data.
// fix: `fn ping() -> Result<(), ToolFailure>`
