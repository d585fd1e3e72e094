// The author gives all variants one code, and none its own.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND")]
enum SpecError {
    #[tool_error(message = "the spec is missing")]
    Spec,
    #[tool_error(message = "the folder is missing")]
    Folder,
}

fn main() {
    let _ = (SpecError::Spec, SpecError::Folder);
}

// why: Each variant is a failure with its own code.
// fix: `#[tool_error(code = "NOT_FOUND")]` on each variant
