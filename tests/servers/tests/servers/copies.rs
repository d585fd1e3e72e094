//! Each client gets text or structure, since results are changed as they leave the server, whatever type a tool returns.

use crate::support::{call, serve};
use envelope_runtime::rmcp3::{Copies, with_copies};
use envelope_runtime::{ToolFailure, envelope_tool};
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::model::{CallToolResult, ClientCapabilities, ClientConfig, ContentBlock, Implementation};
use rmcp::service::{RequestContext, RunningService};
use rmcp::{RoleClient, RoleServer, ServerHandler, ServiceExt, tool, tool_handler, tool_router};
use serde_json::{Value, json};

struct Server {
    router: ToolRouter<Self>,
}

/// Tools with every kind of output.
#[envelope_tool(dialect = "mcp-2025-11-25", data = "celsius")]
#[tool_router]
impl Server {
    #[tool]
    fn envelope(&self) -> Result<u8, ToolFailure> {
        Ok(5)
    }

    #[tool]
    #[envelope_tool(returns = CallToolResult)]
    async fn result(&self) -> Result<u8, ToolFailure> {
        Ok(5)
    }

    #[tool]
    #[envelope_tool(dialect = "response-v2")]
    fn v2(&self) -> Result<u8, ToolFailure> {
        Ok(5)
    }

    #[tool]
    #[envelope_tool(dialect = "response-v2")]
    fn v2_fails(&self) -> Result<u8, ToolFailure> {
        Err(ToolFailure::not_found("City", "Oslo"))
    }

    #[tool]
    #[envelope_tool(output_schema)]
    fn described(&self) -> Result<u8, ToolFailure> {
        Ok(5)
    }

    /// The text is not a copy of the data.
    #[tool]
    #[envelope_tool(text("{data} °C"))]
    fn worded(&self) -> Result<u8, ToolFailure> {
        Ok(5)
    }
}

#[tool_router(router = sdk_router)]
impl Server {
    #[tool]
    async fn sdk_alone(&self) -> CallToolResult {
        let mut result = CallToolResult::success(vec![ContentBlock::text("{\"celsius\": 5}")]);
        result.structured_content = Some(json!({"celsius": 5}));
        result
    }
}

#[tool_handler(router = self.router)]
impl ServerHandler for Server {}

fn by_name(context: &RequestContext<RoleServer>) -> Copies {
    let client = context.client_info().unwrap();
    assert_eq!(client.version, "1.2.3");
    assert!(context.protocol_version().is_some());
    match client.name.as_str() {
        "reads-text" => Copies::Text,
        "reads-structure" => Copies::Structure,
        _ => Copies::Both,
    }
}

type AnyClient = RunningService<RoleClient, ClientConfig>;

async fn connect(name: &str) -> AnyClient {
    let router = with_copies(Server::tool_router() + Server::sdk_router(), by_name);
    let (client, server) = tokio::io::duplex(4096);
    serve(Server { router }, server);
    let info = Implementation::new(name, "1.2.3");
    ClientConfig::new(ClientCapabilities::default(), info).serve(client).await.unwrap()
}

/// The number of text blocks, and whether there is structure.
async fn forms(client: &AnyClient, tool: &'static str) -> (usize, bool) {
    let result = client.call_tool(rmcp::model::CallToolRequestParams::new(tool)).await.unwrap();
    let result: Value = serde_json::to_value(result).unwrap();
    (result["content"].as_array().unwrap().len(), result.get("structuredContent").is_some())
}

#[tokio::test]
async fn each_client_gets_the_copy_that_it_reads() {
    for (name, copy, failure, described) in [
        ("reads-text", (1, false), (1, false), (1, true)),
        ("reads-structure", (0, true), (1, true), (0, true)),
        ("reads-anything", (1, true), (1, true), (1, true)),
    ] {
        let client = connect(name).await;
        for tool in ["envelope", "result", "v2", "sdk_alone"] {
            assert_eq!(forms(&client, tool).await, copy, "{name}: {tool}");
        }
        assert_eq!(forms(&client, "v2_fails").await, failure, "{name}");
        assert_eq!(forms(&client, "described").await, described, "{name}");
        assert_eq!(forms(&client, "worded").await, (1, true), "{name}");
    }
}

/// One setting applies to all clients, and the remaining copy has the same data.
#[tokio::test]
async fn one_setting_for_every_client() {
    struct OnlyText;
    struct OnlyStructure;

    #[envelope_tool(dialect = "response-v2", data = "celsius", copies = Copies::Text)]
    #[tool_router(server_handler)]
    impl OnlyText {
        #[tool]
        async fn weather(&self) -> Result<u8, ToolFailure> {
            Ok(5)
        }
    }

    #[envelope_tool(
        dialects("response-v2", "mcp-2025-11-25"),
        data = "celsius",
        copies = |_: &RequestContext<RoleServer>| Copies::Structure
    )]
    #[tool_router(server_handler)]
    impl OnlyStructure {
        #[tool]
        async fn weather(&self) -> Result<u8, ToolFailure> {
            Ok(5)
        }
    }

    let text = crate::support::connect(OnlyText).await;
    let structure = crate::support::connect(OnlyStructure).await;
    for (client, forms) in [(text, (1, false)), (structure, (0, true))] {
        let result = call(&client, "weather", json!({})).await;
        assert_eq!((result.content.len(), result.structured_content.is_some()), forms);
        let read: envelope_client::AnyResponse<Value> =
            serde_json::from_value(json!(result)).unwrap();
        assert_eq!(read.outcome.unwrap(), json!({"celsius": 5}));
    }
}
