// The author asserts the contract of parsed JSON.
// errors: 1

use envelope_client::assert_contract;
use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2")]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    let envelope: serde_json::Value = serde_json::from_str(ping().as_str()).unwrap();
    assert_contract!("response-v2", envelope);
}

// why: The check reads the text: duplicate keys are gone in parsed JSON.
// fix: `assert_contract!("response-v2", envelope.to_string())`
