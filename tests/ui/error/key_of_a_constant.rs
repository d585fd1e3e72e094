// The author writes the key of a detail as a constant.
// errors: 1

use envelope_runtime::ToolError;

const ID_KEY: &str = "spec_id";

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "no")]
struct NotFound {
    #[tool_error(detail = ID_KEY)]
    id: String,
}

fn main() {}

// why: The derive compares the key with those of the contracts, and does not know the value of a constant.
// fix: the value of the constant: `#[tool_error(detail = "spec_id")]`
