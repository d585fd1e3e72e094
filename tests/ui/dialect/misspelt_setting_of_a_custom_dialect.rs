// The author misspelt a setting of their own dialect.
// errors: 1

#[path = "../../../examples/graphql/dialect.rs"]
#[allow(dead_code)]
mod dialect;

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = dialect::GraphQl, pathh = "order")]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: The settings of a custom dialect are its methods.
// fix: `path = "order"`
