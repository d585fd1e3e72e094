// The author implements the trait, and leaves the method out.
// errors: 1

use envelope_runtime::ToolError;

struct NotFound;

impl ToolError for NotFound {}

fn main() {
    let _ = NotFound;
}

// why: The trait makes a failure of the error, with a code and a message.
// fix: `fn failure(&self) -> ToolFailure { … }`, or `#[derive(ToolError)]`
