// The author's custom dialect has no schema.
// errors: 1

#[path = "../../../examples/graphql/dialect.rs"]
#[allow(dead_code)]
mod dialect;

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = dialect::GraphQl, output_schema)]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{} {:?}", ping(), ping_output_schema());
}

// why: The dialect provides the output schema of a tool, and a custom dialect has no schema by default.
// fix: `impl schema::Describe for GraphQl { … }`
