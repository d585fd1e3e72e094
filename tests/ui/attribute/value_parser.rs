// The author parses an argument as with clap.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", value_parser = parse_id)]
fn list_tasks() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", list_tasks());
}

// why: The type of the arguments has their names, types and descriptions.
// fix: the tool without it, and doc comments on the fields of the `Parameters<…>` type
