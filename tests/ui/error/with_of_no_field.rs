// The author has a function make the failure of a variant that has nothing for it.
// errors: 1

use envelope_runtime::{ToolError, ToolFailure};

#[derive(Debug, ToolError)]
enum StoreError {
    #[tool_error(with = lost)]
    Lost,
}

fn lost(_: &()) -> ToolFailure {
    ToolFailure::unavailable("the store is gone")
}

fn main() {
    let _ = StoreError::Lost;
}

// why: the function of `with` gets the only field of the variant.
// fix: `#[tool_error(code = "UNAVAILABLE", message = "the store is gone")]`
