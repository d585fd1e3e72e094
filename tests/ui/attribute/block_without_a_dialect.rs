// The author forgot the dialect of a block.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

struct Server;

#[envelope_tool(telemetry)]
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

// why: The contract decides the shape of the envelope, and there is no default.
// fix: `#[envelope_tool(dialect = "response-v2")]`
