// The author gives a tool of a block two attributes.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

struct Server;

#[envelope_tool(dialect = "response-v2")]
impl Server {
    #[envelope_tool(data = "n")]
    #[envelope_tool(telemetry)]
    fn count(&self) -> Result<u8, ToolFailure> {
        Ok(1)
    }
}

fn main() {
    let _ = Server.count();
}

// why: The second attribute would wrap the envelope of the first.
// fix: `#[envelope_tool(dialect = "response-v2", telemetry)]`
