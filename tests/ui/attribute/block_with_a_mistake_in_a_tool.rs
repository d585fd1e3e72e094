// The author misspelt a setting of one tool in a block.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

struct Server;

#[envelope_tool(dialect = "response-v2")]
impl Server {
    #[envelope_tool(telemetri)]
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
