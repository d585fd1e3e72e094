// The author gives code-scalpel-v1 a code that it does not have, and misspells a dialect.
// errors: 2

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(
    code = "VALIDATION_ERROR",
    message = "no such path",
    codes("code-scalpel-v1" = "invalid_paths", "reponse-v2" = "BAD_PATH")
)]
struct BadPath;

fn main() {
    let _ = BadPath;
}

// why: code-scalpel-v1 has its own list of codes, and clients know no others.
// fix: `codes("code-scalpel-v1" = "invalid_path")`
// why: A code for a dialect that does not exist would never be sent.
// fix: `codes("response-v2" = "BAD_PATH")`
