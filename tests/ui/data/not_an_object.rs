// The author returns a list as it is.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2")]
fn list() -> Result<Vec<String>, ToolFailure> {
    Ok(vec![])
}

fn main() {
    println!("{}", list());
}
