// The author gives a code for one dialect, and does not say which.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "no", codes("not_found"))]
struct Failed;

fn main() {
    let _ = Failed;
}

// why: Each code in `codes` is for one dialect, and replaces `code` there.
// fix: `codes("code-scalpel-v1" = "invalid_path")`
