// The author forgot to derive `Serialize` for data that several contracts write.
// errors: 1

use envelope_runtime::{Payload, ToolFailure, envelope_tool};

#[derive(Payload)]
struct Page<T> {
    items: Vec<T>,
}

#[envelope_tool(dialects("response-v2", "mcp-2025-11-25"))]
fn list() -> Result<Page<u8>, ToolFailure> {
    Ok(Page { items: vec![1] })
}

fn main() {
    println!("{}", list());
}

// why: Data is written as JSON, through its `Serialize`.
// fix: `#[derive(serde::Serialize)]` on the type
