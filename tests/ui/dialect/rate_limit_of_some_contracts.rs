// The author sends the rate limit in every contract.
// errors: 1

use envelope_runtime::{RateLimit, SharedReply, ToolFailure, envelope_tool};

#[envelope_tool(dialects("response-v2", "dotbot-mcp-response@1"), summary("Pong."))]
fn ping() -> Result<SharedReply<(), RateLimit>, ToolFailure> {
    Ok(SharedReply::new(()).rate_limit(RateLimit::new().remaining(3)))
}

fn main() {
    println!("{}", ping());
}

// why: dotbot has no place for a rate limit in a success.
// fix: the data alone: `Result<(), ToolFailure>`; or `dialects(…)` without the contract
