// The author adds a warning to a success of RFC 9457, which is the data alone.
// errors: 1

use envelope_runtime::response_v2::Reply;
use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "rfc9457")]
fn list() -> Result<Reply<Vec<u8>>, ToolFailure> {
    Ok(Reply::new(vec![7]).warning("The index is old"))
}

fn main() {
    println!("{}", list());
}

// why: A success of RFC 9457 is the plain data, so the warning would be lost.
// fix: a dialect that has warnings: `dialect = "response-v2", data = "list"`
