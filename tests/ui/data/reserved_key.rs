// The author nests the data under the key that marks a failure.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", data = "error_code")]
fn ping() -> Result<u8, ToolFailure> {
    Ok(1)
}

fn main() {
    println!("{}", ping());
}

// why: In response-v2, this key of `data` identifies the failure.
// fix: `data = "code"`
