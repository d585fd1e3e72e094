// The author meant every function of the module.
// errors: 1

use envelope_runtime::envelope_tool;

#[envelope_tool(dialect = "response-v2")]
mod tools {}

fn main() {}
