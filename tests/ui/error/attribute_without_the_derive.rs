// The author writes the codes, and forgets the derive.
// errors: 2

use envelope_runtime::envelope_tool;

#[derive(Debug, thiserror::Error)]
enum SpecError {
    #[error("not found")]
    #[tool_error(code = "NOT_FOUND")]
    NotFound,
}

#[envelope_tool(dialect = "response-v2")]
fn read() -> Result<(), SpecError> {
    Err(SpecError::NotFound)
}

fn main() {
    println!("{}", read());
}

// why: The attribute belongs to a derive.
// fix: `#[derive(ToolError)]` on the type
// why: A failure needs a code and a category, and this type has neither.
// fix: `#[derive(ToolError)]` on the type, or `ToolFailure` as the error, made with `.map_err(ToolFailure::internal)`
