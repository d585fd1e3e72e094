// The author gives a setting a variable of the body.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", request_id = call_id)]
fn ping() -> Result<(), ToolFailure> {
    let call_id = "req_1";
    println!("{call_id}");
    Ok(())
}

fn main() {}

// why: A setting is evaluated before the body.
// fix: an argument of the function, such as `call_id: &str`
