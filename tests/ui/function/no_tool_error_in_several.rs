// The author returns an error that is no tool error.
// errors: 1

use envelope_runtime::envelope_tool;

struct Broken;

#[envelope_tool(dialects("response-v2", "mcp-2025-11-25"))]
fn ping() -> Result<(), Broken> {
    Err(Broken)
}

fn main() {
    println!("{}", ping());
}

// why: A failure needs a code and a category, and this type has neither.
// fix: `#[derive(ToolError)]` on the type, or `ToolFailure` as the error, made with `.map_err(ToolFailure::internal)`
