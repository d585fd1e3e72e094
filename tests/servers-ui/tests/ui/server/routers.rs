use axum::Router;
use axum::routing::get;
use envelope_runtime::rmcp3::Parameters;
use envelope_runtime::{ToolFailure, envelope_tool};
use rmcp::{tool, tool_router};

// The author forgets the mark of the tool.
// why: A block gives its arguments to the functions in it that are marked. The others stay as they are.
// fix: `#[envelope_tool]`, or the SDK's `#[tool]`, on each function that should be a tool
#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Greet {
    name: String,
}

struct Server;

#[envelope_tool(dialect = "response-v2", data = "greeting")]
#[tool_router(server_handler)]
impl Server {
    async fn greet(&self, Parameters(greet): Parameters<Greet>) -> Result<String, ToolFailure> {
        Ok(greet.name)
    }
}

// The author forgets to mark the handlers in a module.
// why: A block gives its arguments to the functions in it that are marked. The others stay as they are.
// fix: `#[envelope_tool]`, or the SDK's `#[tool]`, on each function that should be a tool
#[envelope_tool(dialect = "response-v2", data = "specs")]
mod tools {
    use envelope_runtime::ToolFailure;
    use envelope_runtime::axum08::Path;

    pub async fn read(Path(id): Path<String>) -> Result<Vec<String>, ToolFailure> {
        Ok(vec![id])
    }

    pub async fn list() -> Result<Vec<String>, ToolFailure> {
        Ok(Vec::new())
    }
}

// The author writes the SDK's attribute first.
// why: The attribute puts the id and the dialect of a request around the router of the SDK, which it can only do before the SDK has made it.
// fix: `#[envelope_tool(…)]` above `#[tool_router(…)]`
struct ToolRouterAbove;

#[tool_router(server_handler)]
#[envelope_tool(dialects("response-v2", "mcp-2025-11-25"), data = "greeting")]
impl ToolRouterAbove {
    #[tool]
    async fn greet(&self) -> Result<&'static str, ToolFailure> {
        Ok("Hello")
    }
}

// The author writes the SDK's attribute first, and chooses copies.
// why: The attribute puts the id and the dialect of a request around the router of the SDK, which it can only do before the SDK has made it.
// fix: `#[envelope_tool(…)]` above `#[tool_router(…)]`
struct CopiesBelowTheRouter;

#[tool_router(server_handler)]
#[envelope_tool(dialect = "response-v2", data = "greeting", copies = envelope_runtime::rmcp3::Copies::Text)]
impl CopiesBelowTheRouter {
    #[tool]
    async fn greet(&self) -> Result<&'static str, ToolFailure> {
        Ok("Hello")
    }
}

// The author gives two tools one name.
// why: A router finds a tool by its name, so one of the two could not be called.
// fix: `name = "list_archived"`
struct TwoToolsOfOneName;

#[envelope_tool(dialect = "response-v2", data = "specs")]
#[tool_router(server_handler)]
impl TwoToolsOfOneName {
    #[tool]
    async fn list(&self) -> Result<Vec<String>, ToolFailure> {
        Ok(Vec::new())
    }

    #[tool(name = "list")]
    async fn list_of_archived(&self) -> Result<Vec<String>, ToolFailure> {
        Ok(Vec::new())
    }
}

// The author lists the failures of a function that the SDK does not know.
// why: The failures are in the list of tools of an MCP server, which has only the SDK's tools.
// fix: `#[envelope_tool(dialect = "response-v2")]`
#[envelope_tool(dialect = "response-v2", list_failures)]
fn failures_of_no_tool() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    let _ = Server;
    let _: Router =
        Router::new().route("/specs", get(tools::list)).route("/specs/{id}", get(tools::read));
    let _ = failures_of_no_tool();
}
