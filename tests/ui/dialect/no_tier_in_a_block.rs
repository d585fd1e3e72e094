// The author forgot the tier of a block of tools.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

struct Server;

#[envelope_tool(dialect = "code-scalpel-v1")]
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

// why: Every Code Scalpel envelope names the tier of the caller.
// fix: `tier = "pro"`, or an expression: `tier = license.tier()`
