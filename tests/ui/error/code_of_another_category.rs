// The author gives an error a code of response-v2 that has another category, in one dialect.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "not found", codes("response-v2" = "FORBIDDEN"))]
struct Missing;

fn main() {
    let _ = Missing;
}

// why: response-v2 fixes the category of its own codes, and an error has the same category in every dialect.
// fix: `codes("response-v2" = "SPEC_NOT_FOUND")`, or a custom code: `codes("response-v2" = "SPEC_HIDDEN")`
