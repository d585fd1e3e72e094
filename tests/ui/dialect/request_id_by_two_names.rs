// The author gives the request id by the name of each contract.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialects("response-v2", "dotbot-mcp-response@1"), summary("Pong."), request_id = "req_1", correlation_id = "req_2")]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: A call has one id, which every contract writes under its own key.
// fix: `request_id = "req_1"` alone
