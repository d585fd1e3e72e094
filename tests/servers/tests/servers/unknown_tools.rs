//! A generated handler answers a call of an unknown tool with the names of its tools, and with its own name.

use envelope_runtime::rmcp3::with_suggestions;
use envelope_runtime::{ToolFailure, envelope_tool};
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::model::{CallToolRequestParams, ErrorCode};
use rmcp::{ServerHandler, ServiceError, tool, tool_handler, tool_router};

use crate::support::{Client, connect};

struct Specs;

#[envelope_tool(dialect = "response-v2")]
#[tool_router(server_handler)]
impl Specs {
    #[tool]
    fn list_specs(&self) -> Result<(), ToolFailure> {
        Ok(())
    }

    #[tool]
    fn read_spec(&self) -> Result<(), ToolFailure> {
        Ok(())
    }
}

/// A handwritten handler with a disabled tool.
struct ByHand {
    router: ToolRouter<Specs>,
}

impl ByHand {
    fn router(&self) -> ToolRouter<Self> {
        let mut router = Self::tool_router();
        assert!(self.router.has_route("read_spec"));
        router.disable_route("write_spec");
        router
    }
}

#[envelope_tool(dialect = "response-v2")]
#[tool_router]
impl ByHand {
    #[tool]
    fn write_spec(&self) -> Result<(), ToolFailure> {
        Ok(())
    }

    #[tool]
    fn delete_spec(&self) -> Result<(), ToolFailure> {
        Ok(())
    }
}

#[tool_handler(router = with_suggestions(self.router()), name = "specs", version = "7")]
impl ServerHandler for ByHand {}

async fn refused(client: &Client, tool: &'static str) -> String {
    match client.call_tool(CallToolRequestParams::new(tool)).await {
        Err(ServiceError::McpError(error)) => {
            assert_eq!(error.code, ErrorCode::INVALID_PARAMS);
            error.message.into_owned()
        }
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn an_unknown_tool_is_answered_with_names() {
    let client = connect(Specs).await;
    for (tool, message) in [
        ("readSpec", "tool not found, did you mean `read_spec`?"),
        ("list-spec", "tool not found, did you mean `list_specs`?"),
        ("rm", "tool not found, expected one of `list_specs`, `read_spec`"),
        ("", "tool not found, expected one of `list_specs`, `read_spec`"),
    ] {
        assert_eq!(refused(&client, tool).await, message, "{tool}");
    }
    assert!(client.call_tool(CallToolRequestParams::new("read_spec")).await.is_ok());
    assert_eq!(client.list_all_tools().await.unwrap().len(), 2);
}

#[tokio::test]
async fn a_tool_that_is_turned_off_is_unknown() {
    let client = connect(ByHand { router: Specs::tool_router() }).await;
    let message = "tool not found, expected one of `delete_spec`";
    assert_eq!(refused(&client, "write_spec").await, message);
    assert_eq!(client.list_all_tools().await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_server_has_its_own_name() {
    let client = connect(Specs).await;
    let info = client.peer_info().unwrap().server_info.clone().unwrap();
    assert_eq!(
        (info.name.as_str(), info.version.as_str()),
        (env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"))
    );
    let client = connect(ByHand { router: Specs::tool_router() }).await;
    let info = client.peer_info().unwrap().server_info.clone().unwrap();
    assert_eq!((info.name.as_str(), info.version.as_str()), ("specs", "7"));
}
