// The author gives a field of another name the key of the warnings.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "no")]
struct Failed {
    #[tool_error(meta = "warnings")]
    hints: Vec<String>,
}

fn main() {
    let _ = Failed { hints: vec![] };
}

// why: response-v2 defines this key of `meta`, and clients expect its meaning.
// fix: another key, `#[tool_error(meta = "hints")]`, or, for warnings, `#[tool_error(warnings)]`
