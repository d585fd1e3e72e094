// The author uses an argument after it is gone: the error is in the body.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2")]
fn ping(id: String) -> Result<(), ToolFailure> {
    drop(id);
    drop(id);
    Ok(())
}

fn main() {
    println!("{}", ping(String::new()));
}
