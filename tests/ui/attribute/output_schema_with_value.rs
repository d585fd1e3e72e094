// The function that gives the schema has a name already.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", output_schema = "Spec")]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: The function that returns the schema has the name of the tool, and a schema has the types of its data.
// fix: the flag alone, or `output_schema = "described"`
