// The author misspelt a setting of a block.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

struct Server;

#[envelope_tool(dialect = "response-v2", telemetri)]
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

// why: A name that nothing reads would have no effect, and nobody would notice.
// fix: `telemetry`
