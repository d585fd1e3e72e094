// The author passes on an error where there is no field.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(transparent)]
struct Failed;

fn main() {
    let _ = Failed;
}

// why: `transparent` takes everything from one inner error, so there must be exactly one.
// fix: `#[tool_error(transparent)] Store(std::io::Error)`
