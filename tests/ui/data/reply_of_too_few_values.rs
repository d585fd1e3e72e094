// The author names two keys for a reply of one value.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool, response_v2::Reply};

#[envelope_tool(dialect = "response-v2", data("a", "b"))]
fn ping() -> Result<Reply<u8>, ToolFailure> {
    Ok(Reply::new(1))
}

fn main() {
    println!("{}", ping());
}
