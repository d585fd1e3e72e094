//! The SDK's `#[tool]` and `#[envelope_tool]` on one function, sync and async, called by the SDK's own client.

use crate::support::{call, connect};
use envelope_runtime::response_v2::ResponseV2;
use envelope_runtime::rmcp3::with_request_ids;
use envelope_runtime::schema::OutputSchema;
use envelope_runtime::{
    Envelope, Payload, ToolFailure, envelope_tool, mcp_2025_11_25, mcp_2026_07_28,
};
use rmcp::handler::server::common::Extension;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolRequestParams, CallToolResult, Extensions, RequestMetaObject};
use rmcp::service::RequestContext;
use rmcp::{Peer, RoleServer, ServerHandler, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Serialize, Payload, JsonSchema)]
struct Greeting {
    text: String,
}

#[derive(Deserialize, JsonSchema)]
struct Greet {
    /// Who is greeted.
    name: String,
}

struct Server {
    word: &'static str,
}

impl Server {
    fn greeting(&self, name: &str) -> Result<Greeting, ToolFailure> {
        if name.is_empty() {
            return Err(ToolFailure::missing_required("name"));
        }
        Ok(Greeting { text: format!("{} {name}", self.word) })
    }
}

#[tool_router]
impl Server {
    /// Ours on top, sync.
    #[envelope_tool(dialect = "response-v2", output_schema)]
    #[tool]
    fn ours_sync(&self, Parameters(greet): Parameters<Greet>) -> Result<Greeting, ToolFailure> {
        self.greeting(&greet.name)
    }

    /// Ours on top,
    /// async.
    #[envelope_tool(dialect = "response-v2")]
    #[tool(output_schema = OutputSchema::<ResponseV2, Greeting>::new().into())]
    async fn ours_async(
        &self,
        Parameters(greet): Parameters<Greet>,
    ) -> Result<Greeting, ToolFailure> {
        tokio::task::yield_now().await;
        self.greeting(&greet.name)
    }

    /// A result without reading JSON, sync.
    #[envelope_tool(dialect = "response-v2", returns = CallToolResult)]
    #[tool]
    fn result_sync(&self, Parameters(greet): Parameters<Greet>) -> Result<Greeting, ToolFailure> {
        self.greeting(&greet.name)
    }

    /// A result without reading JSON, async.
    #[envelope_tool(dialect = "response-v2", returns = CallToolResult)]
    #[tool]
    async fn result_async(
        &self,
        Parameters(greet): Parameters<Greet>,
    ) -> Result<Greeting, ToolFailure> {
        tokio::task::yield_now().await;
        self.greeting(&greet.name)
    }

    /// Without arguments, theirs can be on top.
    #[tool(description = "Theirs on top.")]
    #[envelope_tool(dialect = "response-v2")]
    async fn theirs(&self) -> Result<Greeting, ToolFailure> {
        tokio::task::yield_now().await;
        self.greeting("Ann")
    }

    /// A dialect of MCP.
    #[envelope_tool(dialect = "mcp-2025-11-25", text("{}!", data.text))]
    #[tool]
    async fn mcp_earlier(
        &self,
        Parameters(greet): Parameters<Greet>,
    ) -> Result<mcp_2025_11_25::Reply<Greeting>, ToolFailure> {
        Ok(mcp_2025_11_25::Reply::new(self.greeting(&greet.name)?).extra_meta("a", 1))
    }

    /// A dialect of MCP.
    #[envelope_tool(dialect = "mcp-2026-07-28", structured_errors, returns = CallToolResult)]
    #[tool]
    fn mcp_later(
        &self,
        Parameters(greet): Parameters<Greet>,
    ) -> Result<mcp_2026_07_28::Reply<Vec<String>>, ToolFailure> {
        let greeting = self.greeting(&greet.name)?;
        Ok(mcp_2026_07_28::Reply::new(vec![greeting.text]))
    }

    /// All that the SDK extracts from a request.
    #[envelope_tool(dialect = "response-v2", request_id = context.id.to_string())]
    #[tool]
    async fn context(
        &self,
        context: RequestContext<RoleServer>,
        peer: Peer<RoleServer>,
        extensions: Extensions,
        meta: RequestMetaObject,
        arguments: rmcp::model::JsonObject,
    ) -> Result<Greeting, ToolFailure> {
        let _ = (extensions, meta);
        let info = peer.peer_info().ok_or_else(|| ToolFailure::conflict("no client"))?;
        let name = format!("{} {} {}", context.id, info.client_info.name, arguments.len());
        self.greeting(&name)
    }

    /// An extractor of the SDK that fails is an error of the protocol.
    #[envelope_tool(dialect = "response-v2")]
    #[tool]
    async fn extension(&self, Extension(number): Extension<u8>) -> Result<Greeting, ToolFailure> {
        self.greeting(&number.to_string())
    }

    /// Without `self`.
    #[envelope_tool(dialect = "response-v2", catch_panic)]
    #[tool]
    async fn panics() -> Result<Greeting, ToolFailure> {
        std::panic::resume_unwind(Box::new("secret"))
    }
}

#[tool_handler(router = with_request_ids(Self::tool_router()))]
impl ServerHandler for Server {}

const SERVER: Server = Server { word: "Hello" };

#[tokio::test]
async fn descriptions_and_schemas_reach_the_client() {
    let client = connect(SERVER).await;
    let tools = client.list_all_tools().await.unwrap();
    let described = |name: &str| {
        let tool = tools.iter().find(|tool| tool.name == name).unwrap();
        tool.description.as_deref()
    };
    assert_eq!(described("ours_sync"), Some("Ours on top, sync."));
    assert_eq!(described("ours_async"), Some("Ours on top,\nasync."));
    assert_eq!(described("theirs"), Some("Theirs on top."));

    for tool in &tools {
        let takes_name = tool.input_schema["properties"].get("name").is_some();
        let has_name = !["context", "extension", "panics", "theirs"].contains(&&*tool.name);
        assert_eq!(takes_name, has_name, "{}", tool.name);
    }
    let by_hand = OutputSchema::<ResponseV2, Greeting>::new().into_object();
    for name in ["ours_sync", "ours_async"] {
        let tool = tools.iter().find(|tool| tool.name == name).unwrap();
        assert_eq!(tool.input_schema["properties"]["name"]["description"], "Who is greeted.");
        assert_eq!(tool.output_schema.as_deref(), Some(&by_hand), "{name}");
    }
}

#[tokio::test]
async fn every_form_gives_the_same_result() {
    let client = connect(SERVER).await;
    for name in ["ours_sync", "ours_async", "result_sync", "result_async"] {
        let result = call(&client, name, json!({"name": "Ann"})).await;
        let envelope = json!({
            "success": true,
            "data": {"text": "Hello Ann"},
            "error": null,
            "meta": {"version": "response-v2", "request_id": "own-id"},
        });
        assert_eq!(result.is_error, Some(false), "{name}");
        assert_eq!(result.structured_content, Some(envelope.clone()), "{name}");
        assert_eq!(result.meta, None, "{name}");
        let [content] = &result.content[..] else { panic!("{result:?}") };
        let text: Value = serde_json::from_str(&content.as_text().unwrap().text).unwrap();
        assert_eq!(text, envelope, "{name}");

        let result = call(&client, name, json!({"name": ""})).await;
        let envelope = result.structured_content.unwrap();
        assert_eq!(result.is_error, Some(true), "{name}");
        assert_eq!(envelope["success"], false, "{name}");
        assert_eq!(envelope["data"]["error_code"], "MISSING_REQUIRED", "{name}");
    }
}

#[tokio::test]
async fn a_result_of_mcp_is_the_result_itself() {
    let client = connect(SERVER).await;
    let result = call(&client, "mcp_earlier", json!({"name": "Ann"})).await;
    assert_eq!(
        serde_json::to_value(result).unwrap(),
        json!({
            "content": [{"type": "text", "text": "Hello Ann!"}],
            "structuredContent": {"text": "Hello Ann"},
            "isError": false,
            "_meta": {"request_id": "own-id", "a": 1},
        })
    );
    let result = call(&client, "mcp_earlier", json!({"name": ""})).await;
    assert_eq!(result.is_error, Some(true));
    assert_eq!(result.structured_content, None);
    assert!(result.content[0].as_text().unwrap().text.starts_with("Error: "));

    // In the client's earlier version, structured content cannot be an array. As of 3.11, the SDK removes arrays.
    let result = call(&client, "mcp_later", json!({"name": "Ann"})).await;
    assert!(result.structured_content.is_none_or(|names| names == json!(["Hello Ann"])));
    assert_eq!(result.content[0].as_text().unwrap().text, r#"["Hello Ann"]"#);
    let result = call(&client, "mcp_later", json!({"name": ""})).await;
    assert_eq!(result.is_error, Some(true));
    assert_eq!(result.structured_content.unwrap()["error_code"], "MISSING_REQUIRED");
}

#[tokio::test]
async fn extractors() {
    let client = connect(SERVER).await;
    let result = call(&client, "context", json!({"x": 1, "y": 2})).await;
    let envelope = result.structured_content.unwrap();
    let text = envelope["data"]["text"].as_str().unwrap();
    let id = envelope["meta"]["request_id"].as_str().unwrap();
    assert_eq!(text, format!("Hello {id} rmcp 2"));

    let params = CallToolRequestParams::new("extension");
    let error = client.call_tool(params).await.unwrap_err();
    assert!(error.to_string().contains("missing extension"), "{error}");
}

#[tokio::test]
async fn a_panic_is_an_envelope() {
    let client = connect(SERVER).await;
    let result = call(&client, "panics", json!({})).await;
    let envelope = result.structured_content.unwrap();
    assert_eq!(result.is_error, Some(true));
    assert_eq!(envelope["data"]["error_code"], "INTERNAL_ERROR");
    assert_eq!(envelope["error"], "An internal error occurred (request own-id)");
}

/// An attribute above sees the `Result`, and an attribute below applies to the function that returns the envelope.
#[tokio::test]
async fn instrumented_tools() {
    #[tracing::instrument(err)]
    #[envelope_tool(dialect = "response-v2")]
    fn above() -> Result<(), ToolFailure> {
        Err(ToolFailure::conflict("taken"))
    }

    #[tracing::instrument(err)]
    #[envelope_tool(dialect = "response-v2")]
    async fn above_async() -> Result<(), ToolFailure> {
        Err(ToolFailure::conflict("taken"))
    }

    #[envelope_tool(dialect = "response-v2")]
    #[tracing::instrument]
    async fn below() -> Result<(), ToolFailure> {
        Err(ToolFailure::conflict("taken"))
    }

    for envelope in [above(), above_async().await, below().await] {
        assert_eq!(envelope.error_code(), Some("CONFLICT"));
    }
}

/// An envelope of a tool without the SDK converts to the same result as that tool under the SDK.
#[test]
fn an_envelope_becomes_a_result() {
    #[envelope_tool(dialect = "response-v2")]
    fn plain() -> Result<Greeting, ToolFailure> {
        SERVER.greeting("Ann")
    }

    let envelope: Envelope = plain();
    let result = CallToolResult::from(envelope.clone());
    assert_eq!(result.content[0].as_text().unwrap().text, envelope.as_str());
    assert_eq!(result.structured_content.unwrap()["data"], json!({"text": "Hello Ann"}));
}
