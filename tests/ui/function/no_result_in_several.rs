// The author returns the data alone.
// errors: 1

use envelope_runtime::envelope_tool;

#[envelope_tool(dialects("response-v2", "mcp-2025-11-25"), text("{data}"))]
fn ping() -> u8 {
    7
}

fn main() {
    println!("{}", ping());
}

// why: A failure needs an error with a code and a message, so a tool returns a `Result`.
// fix: `fn find(id: &str) -> Result<Spec, SpecError>`
