// The author interpolates a field that does not implement `Display`.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "no {ids}")]
struct Failed {
    ids: Vec<u8>,
}

fn main() {
    let _ = Failed { ids: vec![] };
}

// why: A message is text, so each value in it must implement `Display`, or `Debug` with `:?`.
// fix: `message = "no {ids:?}"`
