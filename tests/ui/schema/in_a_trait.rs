// The tool is in the `impl` of a trait, which has no room for the function that gives the schema.
// errors: 1

use envelope_runtime::{Envelope, ToolFailure, envelope_tool};

trait Tools {
    fn ping(&self) -> Envelope;
}

struct Server;

impl Tools for Server {
    #[envelope_tool(dialect = "response-v2", output_schema)]
    fn ping(&self) -> Result<(), ToolFailure> {
        Ok(())
    }
}

fn main() {
    println!("{}", Server.ping());
}

// why: `output_schema` adds a function to the block, and the `impl` of a trait can't have functions that the trait doesn't declare.
// fix: the tool in `impl Server { … }`, or `OutputSchema::<ResponseV2, ()>::new()` instead of the flag
