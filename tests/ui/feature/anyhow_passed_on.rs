// The author passes on any error, and forgets the feature.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, thiserror::Error, ToolError)]
enum StoreError {
    #[error(transparent)]
    #[tool_error(transparent)]
    Other(#[from] anyhow::Error),
}

fn main() {}

// why: The errors of other crates have codes behind features of their names.
// fix: `envelope-runtime = { version = "0.1", features = ["anyhow"] }`
