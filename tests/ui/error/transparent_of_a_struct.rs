// The author passes on the error of another crate, which has no code.
// errors: 1

use envelope_runtime::ToolError;

mod database {
    #[derive(Debug)]
    pub struct Error;
}

#[derive(Debug, ToolError)]
enum StoreError {
    #[tool_error(code = "CONFLICT", message = "busy")]
    Busy,
    #[tool_error(transparent)]
    Database(database::Error),
}

fn main() {
    let _ = (StoreError::Busy, StoreError::Database(database::Error));
}
