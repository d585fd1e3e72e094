// The author gives a version instead of an id.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialects("response-v2", 1))]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: A contract is named by its id, and a custom dialect by its type.
// fix: `dialects("response-v2", crate::Legacy)`
