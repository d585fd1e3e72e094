// The author passes on the error of another crate, which has no code.
// errors: 1

use envelope_runtime::ToolError;

mod sqlite {
    #[derive(Debug)]
    pub struct Error;
}

#[derive(Debug, ToolError)]
enum StoreError {
    #[tool_error(code = "CONFLICT", message = "busy")]
    Busy,
    #[tool_error(transparent)]
    Store(sqlite::Error),
}

fn main() {
    let _ = (StoreError::Busy, StoreError::Store(sqlite::Error));
}

// why: `transparent` takes code, category and message from the inner error, and this type has no code to take.
// fix: `#[tool_error(code = "UNAVAILABLE", message = "the store is busy")]` instead of `transparent`
