// The author gives `from` as a mark of this derive.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, thiserror::Error, ToolError)]
enum StoreError {
    #[error(transparent)]
    #[tool_error(transparent)]
    Read(#[tool_error(from)] std::io::Error),
}

fn main() {}

// why: `#[from]` and `#[source]` are attributes of thiserror, which writes the conversion and the chain.
// fix: `#[from]`, or `#[source]`, on the field
