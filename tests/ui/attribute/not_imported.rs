// The author forgets the import.
// errors: 1

use envelope_runtime::ToolFailure;

#[envelope_tool(dialect = "response-v2")]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {}

// why: The attribute is an item of the crate.
// fix: `use envelope_runtime::envelope_tool;`
