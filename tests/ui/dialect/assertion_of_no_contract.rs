// The author misspells the id of the contract in a test.
// errors: 1

use envelope_client::assert_contract;
use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2")]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    assert_contract!("response-v1", ping());
}

// why: An id is that of a contract, in its current version.
// fix: `assert_contract!("response-v2", ping())`
