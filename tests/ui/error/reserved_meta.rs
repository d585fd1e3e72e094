// The author puts warnings into the metadata of an error.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "no")]
struct Failed {
    #[tool_error(meta)]
    warnings: Vec<String>,
}

fn main() {
    let _ = Failed { warnings: vec![] };
}

// why: response-v2 defines this key of `meta`, and clients expect its meaning.
// fix: another key, `#[tool_error(meta = "hints")]`, or, for warnings, `#[tool_error(warnings)]`
