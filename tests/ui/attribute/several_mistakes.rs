// The author made a mistake in each of three arguments, and one in the signature.
// errors: 4

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", telemetry = true, data = "", returns)]
const fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: Data under no key could not be found by a client.
// fix: `data = "tasks"`
// why: The function returns this type instead of `Envelope`.
// fix: `returns = String`
// why: A flag is on when it is there, and off when it is not.
// fix: the flag alone, such as `catch_panic`
// why: An envelope is made when the tool is called, not when it is compiled.
// fix: `fn ping() -> Result<(), ToolFailure>`
