// The author meant the methods of the struct.
// errors: 1

use envelope_runtime::envelope_tool;

#[envelope_tool(dialect = "response-v2")]
struct Server;

fn main() {
    let _ = Server;
}

// why: The attribute wraps the body of one function.
// fix: `#[envelope_tool(dialect = "response-v2")]` on each function that should be a tool
