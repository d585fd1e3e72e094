// The author made a mistake in each of three variants.
// errors: 3

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
enum SpecError {
    #[tool_error(code = "NOT_FOUNT", message = "not found")]
    NotFound,
    #[tool_error(code = "busy", error_type = "conflict", message = "busy")]
    Busy,
    #[tool_error(message = "broken")]
    Broken,
}

fn main() {
    let _ = (SpecError::NotFound, SpecError::Busy, SpecError::Broken);
}

// why: A misspelt standard code would be a custom one, which no client knows.
// fix: `code = "SPEC_NOT_FOUND"`
// why: Clients compare codes as text, and the contracts write them in SCREAMING_SNAKE_CASE; only `code-scalpel-v1` has its own.
// fix: `code = "NOT_FOUND"`
// why: Clients tell failures apart by their code, so every failure has one.
// fix: `#[tool_error(code = "NOT_FOUND")]` on the variant or the struct
