// The author left an argument in the block that each tool has.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

struct Server;

#[envelope_tool(dialect = "response-v2", data = "values")]
impl Server {
    #[envelope_tool(data = "pings")]
    fn ping(&self) -> Result<Vec<u8>, ToolFailure> {
        Ok(vec![])
    }
}

fn main() {
    let _ = Server.ping();
}

// why: An argument of a tool overrides the argument of its block. Here, every tool overrides it.
// fix: `#[envelope_tool(dialect = "response-v2")]` on the block
