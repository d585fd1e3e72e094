// The author derives the error for thiserror only.
// errors: 1

use envelope_runtime::envelope_tool;

#[derive(Debug, thiserror::Error)]
enum SpecError {
    #[error("not found")]
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
