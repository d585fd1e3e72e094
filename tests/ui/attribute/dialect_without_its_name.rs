// The author gives the dialect alone.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool("response-v2")]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: Every argument has a name.
// fix: `dialect = "response-v2"`
