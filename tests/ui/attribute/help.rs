// The author describes the tool with `help`, as in clap.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", help = "Lists the tasks.")]
fn list_tasks() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", list_tasks());
}

// why: The doc comment is the description.
// fix: the tool without it, and a doc comment: `/// Lists the tasks.`
