use envelope_runtime::ToolError;

// The author passes on an error where there is no field.
// why: `transparent` takes everything from one inner error, so there must be exactly one.
// fix: `#[tool_error(transparent)] Store(std::io::Error)`
#[derive(Debug, ToolError)]
#[tool_error(transparent)]
struct Failed;

// The author passes an error on, with a field beside it.
// why: `transparent` takes everything from one inner error, so there must be exactly one.
// fix: `#[tool_error(transparent)] Store(std::io::Error)`
#[derive(Debug, ToolError)]
#[tool_error(transparent)]
struct Store(std::io::Error, String);

// The author passes an error on, and gives it another code.
// why: `transparent` takes code, error type and message from the inner error, so another one would contradict it.
// fix: `#[tool_error(transparent)]`, or `#[tool_error(code = "NOT_FOUND", message = "no store")]`
#[derive(Debug, ToolError)]
#[tool_error(transparent, code = "NOT_FOUND")]
struct TransparentWithCode(std::io::Error);

// The author passes an inner error on, and writes a message of their own.
// why: `transparent` takes code, error type and message from the inner error, so the caller would never see the variant's own message.
// fix: `#[error(transparent)]`, or `#[tool_error(code = "UNAVAILABLE", message = "The spec cannot be read")]`
#[derive(Debug, thiserror::Error, ToolError)]
enum SpecError {
    #[error("The spec cannot be read: {0}")]
    #[tool_error(transparent)]
    Read(#[from] std::io::Error),
}

// The author passes text on as an error.
// why: `transparent` takes code, error type and message from the inner error, and this type has no code to take.
// fix: `#[tool_error(code = "UNAVAILABLE", message = "{0}")]` instead of `transparent`
#[derive(Debug, ToolError)]
enum StoreError {
    #[tool_error(transparent)]
    Other(String),
}

// The author passes on an error that has no code.
// why: `transparent` takes code, error type and message from the inner error, and this type has no code to take.
// fix: `#[tool_error(code = "UNAVAILABLE", message = "the store is busy")]` instead of `transparent`
#[derive(Debug, ToolError)]
#[tool_error(transparent)]
struct TransparentOfNoToolError(std::fmt::Error);

// The author passes on whatever is in a box.
// why: `transparent` takes code, error type and message from the inner error, and this type has no code to take.
// fix: `#[tool_error(with = store_failure)]`, where `fn store_failure(error: &…) -> ToolFailure`
#[derive(Debug, thiserror::Error, ToolError)]
enum TransparentOfABox {
    #[error(transparent)]
    #[tool_error(transparent)]
    Other(#[from] Box<dyn std::error::Error + Send + Sync>),
}

// The author passes on the error of another crate, which has no code.
// why: `transparent` takes code, error type and message from the inner error, and this type has no code to take.
// fix: `#[tool_error(code = "UNAVAILABLE", message = "the store is busy")]` instead of `transparent`
mod sqlite {
    #[derive(Debug)]
    pub struct Error;
}

#[derive(Debug, ToolError)]
enum TransparentOfAStruct {
    #[tool_error(code = "CONFLICT", message = "busy")]
    Busy,
    #[tool_error(transparent)]
    Store(sqlite::Error),
}

fn main() {}
