// The author converts the error into a failure by hand.
// errors: 1

use envelope_runtime::{ToolError, ToolFailure};

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "not found")]
struct NotFound;

impl From<NotFound> for ToolFailure {
    fn from(_error: NotFound) -> Self {
        Self::not_found("Spec", "auth")
    }
}

fn main() {}

// why: Every `ToolError` converts into a `ToolFailure` already.
// fix: the derive alone, without `impl From<…> for ToolFailure`
