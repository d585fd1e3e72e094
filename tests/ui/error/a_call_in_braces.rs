// The author calls a method in the braces of a message.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "VALIDATION_ERROR", message = "{ids.len()} ids are too many")]
struct TooMany {
    ids: Vec<u8>,
}

fn main() {}

// why: Braces contain the name of a field, just as they contain the name of a variable in `format!`.
// fix: `message = "{ids_len} ids are too many"`, with a field `ids_len`
