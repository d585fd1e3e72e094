// The author sends the data as text in a dialect whose data is JSON.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", text, data = "output")]
fn view() -> Result<String, ToolFailure> {
    Ok("# A".to_owned())
}

fn main() {
    println!("{}", view());
}

// why: An envelope of response-v2 has its data under `data`, and a text under a key there.
// fix: remove `text`
