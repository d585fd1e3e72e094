// The author describes the tool with `hidden`, as in FastMCP or OpenAPI.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", hidden)]
fn list_tasks() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", list_tasks());
}

// why: The attribute is about the answers of a tool, and the router is about which tools there are.
// fix: the tool without it, and a router without the tool for a client that must not see it: `router.remove_route("list_tasks")`
