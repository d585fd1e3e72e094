// The author forgot to derive `ToolError`.
// errors: 1

use envelope_runtime::envelope_tool;

#[derive(Debug)]
enum SpecError {
    NotFound,
}

#[envelope_tool(dialect = "response-v2")]
fn read() -> Result<(), SpecError> {
    Err(SpecError::NotFound)
}

fn main() {
    println!("{}", read());
}

// why: A failure needs a code and a category, and this type has neither.
// fix: `#[derive(ToolError)]` on the type, or `ToolFailure` as the error, made with `.map_err(ToolFailure::internal)`
