// The author passes an inner error on for thiserror only.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, thiserror::Error, ToolError)]
enum StoreError {
    #[error(transparent)]
    Read(#[from] std::io::Error),
}

fn main() {}

// why: Clients tell failures apart by their code, so every failure has one.
// fix: `#[tool_error(code = "NOT_FOUND")]` on the variant or the struct
