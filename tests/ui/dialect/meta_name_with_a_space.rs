// The author gives the metadata of a result a name with a space.
// errors: 1

use envelope_runtime::mcp_2025_11_25::Reply;
use envelope_runtime::{ToolFailure, envelope_tool, meta_name};

#[envelope_tool(dialect = "mcp-2025-11-25")]
fn ping() -> Result<Reply<()>, ToolFailure> {
    Ok(Reply::new(()).extra_meta(meta_name!("the tenant"), "acme"))
}

fn main() {
    println!("{}", ping());
}

// why: MCP has a grammar for the names in `_meta`, and a client can refuse other names.
// fix: `meta_name!("tenant")`
