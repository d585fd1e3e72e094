// The author returns a text as it is.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2")]
fn ping() -> Result<String, ToolFailure> {
    Ok(String::new())
}

fn main() {
    println!("{}", ping());
}
