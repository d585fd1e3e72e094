// The author warns in every contract.
// errors: 1

use envelope_runtime::{SharedReply, ToolFailure, Warnings, envelope_tool};

#[envelope_tool(dialects("response-v2", "code-scalpel-v1"), tier = "pro")]
fn ping() -> Result<SharedReply<(), Warnings>, ToolFailure> {
    Ok(SharedReply::new(()).warning("Slow"))
}

fn main() {
    println!("{}", ping());
}

// why: Code Scalpel has no place for warnings in a success.
// fix: the data alone: `Result<(), ToolFailure>`; or `dialects(…)` without the contract
