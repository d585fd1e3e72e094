// The author gave a block a setting that its dialect does not have.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

struct Server;

#[envelope_tool(dialect = "response-v2", tier = "pro")]
impl Server {
    #[envelope_tool]
    fn ping(&self) -> Result<(), ToolFailure> {
        Ok(())
    }

    #[envelope_tool]
    async fn pong(&self) -> Result<(), ToolFailure> {
        Ok(())
    }
}

fn main() {
    let _ = (Server.ping(), Server.pong());
}

// why: No tool of the block takes the argument.
// fix: remove `tier`
