// The author names a dialect by the short name that clients use.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "INVALID_PATH", message = "no", codes("code-scalpel" = "invalid_path"))]
struct Failed;

fn main() {
    let _ = Failed;
}

// why: A code is for the dialect with exactly this id; under a part of an id, no dialect finds it.
// fix: `codes("code-scalpel-v1" = "invalid_path")`
