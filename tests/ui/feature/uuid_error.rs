// The author returns the error of `uuid`, and forgets the feature.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};
use uuid::Uuid;

#[envelope_tool(dialect = "response-v2", data = "version")]
fn version(id: &str) -> Result<usize, uuid::Error> {
    Ok(Uuid::parse_str(id)?.get_version_num())
}

fn main() {
    let _ = ToolFailure::internal("no");
}

// why: The errors of other crates have codes behind features of their names.
// fix: `envelope-runtime = { version = "0.1", features = ["uuid"] }`
