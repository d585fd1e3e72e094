// The author passes an error on, with a field beside it.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(transparent)]
struct Store(std::io::Error, String);

fn main() {
    let _ = Store(std::io::ErrorKind::Other.into(), String::new());
}

// why: `transparent` takes everything from one inner error, so there must be exactly one.
// fix: `#[tool_error(transparent)] Store(std::io::Error)`
