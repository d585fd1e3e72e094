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

// why: A block gives its arguments to the functions in it that are marked. The others stay as they are.
// fix: `#[envelope_tool]`, or the SDK's `#[tool]`, on each function that should be a tool
