// The author left the path for later.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", crate)]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: The path tells the macro where the runtime is, if it is renamed or re-exported.
// fix: `crate = my_crate::envelope`
