// The author derives the trait, and implements it as well.
// errors: 1

use envelope_runtime::{ToolError, ToolFailure};

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "not found")]
struct NotFound;

impl ToolError for NotFound {
    fn failure(&self) -> ToolFailure {
        ToolFailure::not_found("Spec", "auth")
    }
}

fn main() {}

// why: A type implements a trait once.
// fix: the derive without `impl ToolError`, or the other way round
