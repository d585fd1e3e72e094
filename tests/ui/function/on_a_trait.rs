// The author meant every method of the trait.
// errors: 1

use envelope_runtime::envelope_tool;

#[envelope_tool(dialect = "response-v2")]
trait Tools {}

fn main() {}

// why: The attribute wraps the body of one function.
// fix: `#[envelope_tool(dialect = "response-v2")]` on each function that should be a tool
