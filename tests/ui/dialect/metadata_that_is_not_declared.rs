// The author sends the rate limit in a reply that is declared with warnings.
// errors: 1

use envelope_runtime::{RateLimit, SharedReply, ToolFailure, Warnings, envelope_tool};

#[envelope_tool(dialects("response-v2", "mcp-2025-11-25"))]
fn ping() -> Result<SharedReply<(), Warnings>, ToolFailure> {
    Ok(SharedReply::new(()).rate_limit(RateLimit::new().remaining(3)))
}

fn main() {
    println!("{}", ping());
}

// why: The type of a shared reply declares its metadata, which every contract of the tool has to carry.
// fix: all of the metadata: `SharedReply<(), (Warnings, RateLimit)>`
