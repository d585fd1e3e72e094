// The author forgot the code of one variant.
// errors: 1

use envelope_runtime::{ToolError, envelope_tool};

#[derive(Debug, thiserror::Error, ToolError)]
enum SpecError {
    #[error("not found")]
    #[tool_error(code = "NOT_FOUND")]
    NotFound,

    #[error("busy")]
    Busy,
}

#[envelope_tool(dialect = "response-v2")]
fn read() -> Result<(), SpecError> {
    Err(SpecError::Busy)
}

fn main() {
    let _ = SpecError::NotFound;
    println!("{}", read());
}

// why: Clients tell failures apart by their code, so every failure has one.
// fix: `#[tool_error(code = "NOT_FOUND")]` on the variant or the struct
