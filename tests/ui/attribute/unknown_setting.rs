// The author misspelt a setting.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", requestid = "req_1")]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: A name that nothing reads would have no effect, and nobody would notice.
// fix: `request_id = "req_1"`
