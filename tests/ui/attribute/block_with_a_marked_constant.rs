// The author marked a constant in a block.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

struct Server;

#[envelope_tool(dialect = "response-v2")]
impl Server {
    #[envelope_tool]
    const LIMIT: usize = 5;

    #[envelope_tool(data = "limit")]
    fn ping(&self) -> Result<usize, ToolFailure> {
        Ok(Self::LIMIT)
    }
}

fn main() {
    let _ = Server.ping();
}

// why: Only a function can be a tool.
// fix: remove `#[envelope_tool]` from the constant
