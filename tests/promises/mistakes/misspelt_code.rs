// A code that the contract does not have needs an error type.

use envelope_runtime::ToolError;

/// A macro for a crate with many errors of one kind.
macro_rules! not_found {
    ($error:ident, $code:literal, $message:literal) => {
        #[derive(Debug, thiserror::Error, ToolError)]
        #[error($message)]
        #[tool_error(code = $code)]
        struct $error;
    };
}

not_found!(NoSpec, "SPEC_NOT_FOUND", "There is no such spec");
not_found!(NoTask, "TASK_NOT_FUOND", "There is no such task");

fn main() {}
