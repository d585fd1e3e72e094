// The author exempts a function that is in no block.
// errors: 1

use envelope_runtime::envelope_tool;

#[envelope_tool(skip)]
fn first_task() -> &'static str {
    "task-001"
}

fn main() {
    first_task();
}

// why: Only a block gives its arguments to other functions.
// fix: `fn first_task()` without the attribute
