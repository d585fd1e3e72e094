// The author takes the precision from the next argument, as in `format!`.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "{ratio:.*}")]
struct Failed {
    ratio: f64,
}

fn main() {
    let _ = Failed { ratio: 1.0 }.ratio;
}

// why: The values of a message are the fields of the error, by their names: there is no next argument.
// fix: `{ratio:.digits$}`, where `digits` is a field, or `{ratio:.2}`
