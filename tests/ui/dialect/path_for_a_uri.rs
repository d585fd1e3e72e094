// The author gives the path of a resource where its URI belongs.
// errors: 1

use envelope_runtime::mcp::{ContentBlock, ResourceLink};
use envelope_runtime::mcp_2025_11_25::Reply;
use envelope_runtime::{ToolFailure, envelope_tool, uri};

#[envelope_tool(dialect = "mcp-2025-11-25")]
fn find() -> Result<Reply<()>, ToolFailure> {
    let link = ResourceLink::new(uri!("/specs/auth.md"), "auth.md");
    Ok(Reply::new(()).content(ContentBlock::resource_link(link)))
}

fn main() {
    println!("{}", find());
}

// why: A client reads a resource by its URI, and can refuse a result with a bare path.
// fix: `uri!("file:///specs/auth.md")`
