// The author gives a custom dialect a setting that no method can be named after.
// errors: 1

#[path = "../../../examples/graphql/dialect.rs"]
#[allow(dead_code)]
mod dialect;

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = dialect::GraphQl, self)]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: The settings of a custom dialect are its methods, and these words cannot even be raw identifiers.
// fix: a setting that the dialect has, such as `terse`
