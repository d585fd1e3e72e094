// The author meant every function of the module.
// errors: 1

use envelope_runtime::envelope_tool;

#[envelope_tool(dialect = "response-v2")]
mod tools {}

fn main() {}

// why: A block gives its arguments to the functions in it that are marked. The others stay as they are.
// fix: `#[envelope_tool]`, or the SDK's `#[tool]`, on each function that should be a tool
