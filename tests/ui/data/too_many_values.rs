// The author names two keys for three values.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", data("a", "b"))]
fn ping() -> Result<(u8, u8, u8), ToolFailure> {
    Ok((1, 2, 3))
}

fn main() {
    println!("{}", ping());
}
