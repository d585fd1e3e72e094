// The tools of the block are in the `impl` of a trait, which has no room for the functions that give their schemas.
// errors: 1

use envelope_runtime::{Envelope, ToolFailure, envelope_tool};

trait Tools {
    fn ping(&self) -> Envelope;
    fn count(&self) -> Envelope;
}

struct Server;

#[envelope_tool(dialect = "response-v2", output_schema)]
impl Tools for Server {
    #[envelope_tool]
    fn ping(&self) -> Result<(), ToolFailure> {
        Ok(())
    }

    #[envelope_tool(data = "count")]
    fn count(&self) -> Result<u8, ToolFailure> {
        Ok(1)
    }
}

fn main() {
    println!("{} {}", Server.ping(), Server.count());
}

// why: `output_schema` adds a function to the block, and the `impl` of a trait can't have functions that the trait doesn't declare.
// fix: the tool in `impl Server { … }`, or `OutputSchema::<ResponseV2, ()>::new()` instead of the flag
