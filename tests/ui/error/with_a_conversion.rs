// The author has the conversion make the failure.
// errors: 1

use envelope_runtime::{ToolError, ToolFailure};

#[derive(Debug, thiserror::Error, ToolError)]
enum SpecError {
    #[error(transparent)]
    #[tool_error(with = ToolFailure::from)]
    Read(#[from] std::io::Error),
}

fn main() {
    let _ = ToolFailure::internal("no");
}

// why: The function of `with` gets a reference to the field. `transparent` makes the failure that the conversion makes.
// fix: `#[tool_error(transparent)]`
