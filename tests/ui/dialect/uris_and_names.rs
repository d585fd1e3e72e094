use envelope_runtime::mcp::{ContentBlock, ResourceLink};
use envelope_runtime::mcp_2025_11_25::Reply;
use envelope_runtime::{ToolFailure, envelope_tool, meta_name, uri};

// The author gives a problem an instance that is no URI.
// why: The contract identifies a problem by a URI reference, in which other characters are percent-encoded.
// fix: `instance = "/orders/order%207"`
#[envelope_tool(dialect = "rfc9457", instance = "/orders/order 7")]
fn instance_with_a_space() -> Result<(), ToolFailure> {
    Ok(())
}

// The author writes the setting for the types of problems as a flag.
// why: The type of a problem is this URI with the code.
// fix: `types = "https://example.com/problems/"`
#[envelope_tool(dialect = "rfc9457", types)]
fn types_without_a_value() -> Result<(), ToolFailure> {
    Ok(())
}

// The author gives the path of a resource where its URI belongs.
// why: A client reads a resource by its URI, and can refuse a result with a bare path.
// fix: `uri!("file:///specs/auth.md")`
#[envelope_tool(dialect = "mcp-2025-11-25")]
fn path_for_a_uri() -> Result<Reply<()>, ToolFailure> {
    let link = ResourceLink::new(uri!("/specs/auth.md"), "auth.md");
    Ok(Reply::new(()).content(ContentBlock::resource_link(link)))
}

// The author gives the metadata of a result a name with a space.
// why: MCP has a grammar for the names in `_meta`, and a client can refuse other names.
// fix: `meta_name!("tenant")`
#[envelope_tool(dialect = "mcp-2025-11-25")]
fn meta_name_with_a_space() -> Result<Reply<()>, ToolFailure> {
    Ok(Reply::new(()).extra_meta(meta_name!("the tenant"), "acme"))
}

fn main() {
    println!("{}", instance_with_a_space());
    println!("{}", types_without_a_value());
    println!("{}", path_for_a_uri());
    println!("{}", meta_name_with_a_space());
}
