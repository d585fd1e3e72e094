// The author returns a generic error with a value that does not serialize.
// errors: 1

use envelope_runtime::{ToolError, envelope_tool};

#[derive(Debug)]
struct Handle;

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "no")]
struct Missing<T> {
    #[tool_error(detail)]
    key: T,
}

#[envelope_tool(dialect = "response-v2")]
fn ping() -> Result<(), Missing<Handle>> {
    Err(Missing { key: Handle })
}

fn main() {
    println!("{}", ping());
}

// why: A marked field is sent as JSON, so it needs `Serialize`.
// fix: `#[derive(serde::Serialize)]` on the type of the field
