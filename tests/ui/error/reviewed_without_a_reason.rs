// The author justifies a variant to the review, without words.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "GONE", error_type = "not_found", message = "gone", reviewed = " ")]
struct Gone;

fn main() {
    let _ = Gone;
}

// why: The reason tells the next author that nothing was forgotten.
// fix: `reviewed = "nobody can restore an archived spec"`
