// The author implements a trait whose method returns the `Result`.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

trait Tools {
    fn ping(&self) -> Result<(), ToolFailure>;
}

struct Server;

impl Tools for Server {
    #[envelope_tool(dialect = "response-v2")]
    fn ping(&self) -> Result<(), ToolFailure> {
        Ok(())
    }
}

fn main() {}

// why: The attribute changes the return type of the method to `Envelope`, and the trait has to declare the same type.
// fix: `fn ping(&self) -> envelope_runtime::Envelope;` in the trait
