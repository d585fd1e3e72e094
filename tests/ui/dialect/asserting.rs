use envelope_client::assert_contract;
use envelope_runtime::{Dialects, ToolError, ToolFailure, assert_actionable, envelope_tool};

// The author misspells the id of the contract in a test.
// why: An id is that of a contract, in its current version.
// fix: `assert_contract!("response-v2", assertion_of_no_contract())`
#[envelope_tool(dialect = "response-v2")]
fn assertion_of_no_contract() -> Result<(), ToolFailure> {
    Ok(())
}

fn assertion_of_no_contract_main() {
    assert_contract!("response-v1", assertion_of_no_contract());
}

// The author gives the id of the contract after the envelope.
// why: The id of a contract is before the envelope, and a text after it is the message of the assertion.
// fix: `assert_contract!("response-v2", assertion_with_the_id_last())`
#[envelope_tool(dialect = "response-v2")]
fn assertion_with_the_id_last() -> Result<(), ToolFailure> {
    Ok(())
}

fn assertion_with_the_id_last_main() {
    assert_contract!(assertion_with_the_id_last(), "response-v2");
}

// The author asserts the contract of parsed JSON.
// why: The check reads the text: duplicate keys are gone in parsed JSON.
// fix: `assert_contract!("response-v2", envelope.to_string())`
#[envelope_tool(dialect = "response-v2")]
fn assertion_of_json() -> Result<(), ToolFailure> {
    Ok(())
}

fn assertion_of_json_main() {
    let envelope: serde_json::Value = serde_json::from_str(assertion_of_json().as_str()).unwrap();
    assert_contract!("response-v2", envelope);
}

// The author names the dialect of a server by its id.
// why: A server names its dialects by their types and not by their ids.
// fix: `Dialects::of::<ResponseV2>()`
fn contracts_of_an_id() {
    // No token of this crate is here, so the message is only the compiler's.
    println!("{:?}", Dialects::of("response-v2"));
}

// The author reviews the failures that no type declares.
// why: A review reads the failures that an error declares, and a `ToolFailure` can be any.
// fix: `assert_actionable!(SpecError)`, with the type of an error
#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "no spec", remediation = "List the specs")]
struct SpecError;

fn review_of_any_failure() {
    assert_actionable!(ToolFailure);
}

fn main() {}
