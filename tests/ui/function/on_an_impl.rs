// The author meant each method of the block.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

struct Server;

#[envelope_tool(dialect = "response-v2")]
impl Server {
    fn ping(&self) -> Result<(), ToolFailure> {
        Ok(())
    }
}

fn main() {
    let _ = Server.ping();
}

// why: The attribute wraps the body of one function.
// fix: `#[envelope_tool(dialect = "response-v2")]` on each function that should be a tool
