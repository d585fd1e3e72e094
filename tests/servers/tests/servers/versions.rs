//! Clients of two versions of the protocol, and tools whose data is not an object.

use crate::support::serve;
use envelope_runtime::{Payload, ToolFailure, envelope_tool};
use rmcp::model::{CallToolRequestParams, CallToolResult, ProtocolVersion};
use rmcp::service::{ClientLifecycleMode, ClientServiceExt, RunningService};
use rmcp::{RoleClient, tool, tool_router};
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
#[tool_router(server_handler)]
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

type Client = RunningService<RoleClient, ()>;

async fn client(lifecycle: ClientLifecycleMode) -> Client {
    let (ours, theirs) = tokio::io::duplex(4096);
    serve(Server, theirs);
    ().serve_with_lifecycle(ours, lifecycle).await.unwrap()
}

fn later() -> ClientLifecycleMode {
    ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::V_2026_07_28] }
}

async fn call(client: &Client, name: &'static str) -> (Option<Value>, String) {
    let result = client.call_tool(CallToolRequestParams::new(name)).await.unwrap();
    let text = result.content[0].as_text().unwrap().text.clone();
    (result.structured_content, text)
}

/// For data that is not an object, the structured content depends on the SDK's version, and the text does not.
#[tokio::test]
async fn a_client_of_the_older_version_reads_objects_and_text() {
    let client = client(ClientLifecycleMode::Initialize).await;
    assert_eq!(call(&client, "names").await.1, r#"["auth"]"#);
    assert_eq!(call(&client, "count").await.1, "7");
    let (progress, _) = call(&client, "progress").await;
    assert_eq!(progress, Some(json!({"state": "done", "count": 1})));
    let (failure, _) = call(&client, "fails").await;
    assert_eq!(failure.unwrap()["error_code"], "CONFLICT");
}

#[tokio::test]
async fn a_client_of_the_later_version_gets_any_value() {
    let client = client(later()).await;
    let tools = client.list_all_tools().await.unwrap();
    assert!(tools.iter().all(|tool| tool.output_schema.is_some()));
    assert_eq!(call(&client, "names").await, (Some(json!(["auth"])), r#"["auth"]"#.to_owned()));
    assert_eq!(call(&client, "count").await, (Some(json!(7)), "7".to_owned()));
}
