// The author writes the treatment of unknown arguments without quotes.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", unknown_arguments = Ignore)]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: The treatment is a word in quotes: `"reject"`, `"warn"` or `"ignore"`.
// fix: `unknown_arguments = "ignore"`
