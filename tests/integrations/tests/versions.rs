//! Clients of two versions of the protocol, and tools whose data is not an object.

use envelope_runtime::{Payload, ToolFailure, envelope_tool, rmcp as runtime};
use rmcp::model::{
    CallToolRequestParams, CallToolResult, ListToolsResult, PaginatedRequestParams, ProtocolVersion,
};
use rmcp::service::{ClientLifecycleMode, ClientServiceExt, RequestContext, RunningService};
use rmcp::{
    ErrorData, RoleClient, RoleServer, ServerHandler, ServiceExt, tool, tool_handler, tool_router,
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

#[derive(Serialize, Payload, JsonSchema)]
#[serde(tag = "state", rename_all = "snake_case")]
enum Progress {
    Done { count: u64 },
}

struct Server;

#[envelope_tool(dialect = "mcp-2026-07-28", output_schema, structured_errors)]
#[tool_router]
impl Server {
    #[tool]
    fn names(&self) -> Result<Vec<String>, ToolFailure> {
        Ok(vec!["auth".to_owned()])
    }

    #[envelope_tool(returns = CallToolResult)]
    #[tool]
    fn count(&self) -> Result<u64, ToolFailure> {
        Ok(7)
    }

    #[tool]
    fn progress(&self) -> Result<Progress, ToolFailure> {
        Ok(Progress::Done { count: 1 })
    }

    #[tool]
    fn fails(&self) -> Result<Vec<String>, ToolFailure> {
        Err(ToolFailure::conflict("c"))
    }
}

#[tool_handler]
impl ServerHandler for Server {
    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(runtime::list_tools(&Self::tool_router(), &context))
    }
}

type Client = RunningService<RoleClient, ()>;

async fn client(lifecycle: ClientLifecycleMode, is_fast: bool) -> Client {
    let (ours, theirs) = tokio::io::duplex(4096);
    tokio::spawn(async move {
        if is_fast {
            let transport = runtime::EnvelopeTransport::from(tokio::io::split(theirs));
            Server.serve(transport).await.unwrap().waiting().await.unwrap();
        } else {
            Server.serve(theirs).await.unwrap().waiting().await.unwrap();
        }
    });
    ().serve_with_lifecycle(ours, lifecycle).await.unwrap()
}

fn later() -> ClientLifecycleMode {
    ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::V_2026_07_28] }
}

/// The type at the root of each tool's output schema, by name.
async fn schema_types(client: &Client) -> Value {
    let tools = client.list_all_tools().await.unwrap();
    let types = tools.into_iter().map(|tool| {
        let schema = tool.output_schema.map(|schema| schema.get("type").cloned());
        (tool.name.into_owned(), json!(schema))
    });
    types.collect::<serde_json::Map<_, _>>().into()
}

async fn call(client: &Client, name: &'static str) -> (Option<Value>, String) {
    let result = client.call_tool(CallToolRequestParams::new(name)).await.unwrap();
    let text = result.content[0].as_text().unwrap().text.clone();
    (result.structured_content, text)
}

#[tokio::test]
async fn a_client_of_the_older_version_gets_objects_alone() {
    for is_fast in [false, true] {
        let client = client(ClientLifecycleMode::Initialize, is_fast).await;
        let types = schema_types(&client).await;
        assert_eq!(types["names"], Value::Null);
        assert_eq!(types["count"], Value::Null);
        assert_eq!(types["progress"], "object");
        assert_eq!(call(&client, "names").await, (None, r#"["auth"]"#.to_owned()));
        assert_eq!(call(&client, "count").await, (None, "7".to_owned()));
        let (progress, _) = call(&client, "progress").await;
        assert_eq!(progress, Some(json!({"state": "done", "count": 1})));
        let (failure, _) = call(&client, "fails").await;
        assert_eq!(failure.unwrap()["error_code"], "CONFLICT");
    }
}

#[tokio::test]
async fn a_client_of_the_later_version_gets_any_value() {
    for is_fast in [false, true] {
        let client = client(later(), is_fast).await;
        let tools = client.list_all_tools().await.unwrap();
        assert!(tools.iter().all(|tool| tool.output_schema.is_some()));
        assert_eq!(call(&client, "names").await, (Some(json!(["auth"])), r#"["auth"]"#.to_owned()));
        assert_eq!(call(&client, "count").await, (Some(json!(7)), "7".to_owned()));
    }
}
