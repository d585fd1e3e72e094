// The author returns the outcome of each read.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};
use std::{fs, io};

#[envelope_tool(dialect = "response-v2", data = "texts")]
fn read(paths: &[&str]) -> Result<Vec<io::Result<String>>, ToolFailure> {
    Ok(paths.iter().map(fs::read_to_string).collect())
}

fn main() {}

// why: A failure inside the data would look like a success.
// fix: `?` on the result, and the data alone
