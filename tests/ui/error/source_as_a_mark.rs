// The author gives `source` as a mark of this derive.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, thiserror::Error, ToolError)]
enum StoreError {
    #[error("the store failed")]
    #[tool_error(code = "INTERNAL_ERROR")]
    Read(#[tool_error(source)] std::io::Error),
}

fn main() {}

// why: `#[from]` and `#[source]` are attributes of thiserror, which writes the conversion and the chain.
// fix: `#[from]`, or `#[source]`, on the field
