use envelope_runtime::envelope_tool;

// The author meant every function of a module in another file.
// errors: 2, since the compiler reports a module in a file, whatever attribute is on it
// why: The compiler accepts such a module under no attribute.
// fix: `#[envelope_tool(dialect = "response-v2")]` on each function of the module
// why: The attribute wraps the body of one function.
// fix: `#[envelope_tool(dialect = "response-v2")]` on each function that should be a tool
#[envelope_tool(dialect = "response-v2")]
#[path = "../family.rs"]
mod tools;

fn main() {}
