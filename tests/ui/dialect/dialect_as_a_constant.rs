// The author keeps the id in a constant.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

const DIALECT: &str = "response-v2";

#[envelope_tool(dialect = DIALECT)]
fn ping() -> Result<(), ToolFailure> {
    println!("{DIALECT}");
    Ok(())
}

fn main() {}

// why: A path is the type of a custom dialect; the macro has to see the id of a published one.
// fix: `dialect = "response-v2"`
