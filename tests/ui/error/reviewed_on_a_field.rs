// The author justifies a field.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "GONE", error_type = "not_found", message = "gone")]
struct Gone {
    #[tool_error(reviewed = "nobody can restore an archived spec")]
    _id: String,
}

fn main() {
    let _ = Gone { _id: String::new() };
}

// why: The review is about a whole failure.
// fix: `#[tool_error(code = "…", reviewed = "…")]` on the variant, or on the struct
