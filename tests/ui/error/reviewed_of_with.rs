// The author justifies failures that a function makes.
// errors: 1

use envelope_runtime::{ToolError, ToolFailure};

#[derive(Debug, ToolError)]
enum SpecError {
    #[tool_error(with = database_failure, reviewed = "the database is ours")]
    Database(std::fmt::Error),
}

fn database_failure(_: &std::fmt::Error) -> ToolFailure {
    ToolFailure::internal("the database is gone")
}

fn main() {
    let _ = SpecError::Database(std::fmt::Error);
}

// why: The failures of a function are known only when it is called.
// fix: `#[tool_error(with = database_failure)]`
