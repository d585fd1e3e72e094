//! Tools under the SDK's service for streamable HTTP, whose requests share no connection.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use envelope_client::assert_contract;
use envelope_runtime::{ToolFailure, envelope_tool};
use futures_util::future::join_all;
use http::Request;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{tool, tool_router};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use tower::ServiceExt;

#[derive(Deserialize, JsonSchema)]
struct Wait {
    milliseconds: u64,
    #[serde(default)]
    panics: bool,
}

struct Server;

#[envelope_tool(dialect = "response-v2", catch_panic, output_schema)]
#[tool_router(server_handler)]
impl Server {
    /// Answers after a while.
    #[tool]
    async fn wait(
        &self,
        Parameters(Wait { milliseconds, panics }): Parameters<Wait>,
    ) -> Result<(), ToolFailure> {
        tokio::time::sleep(Duration::from_millis(milliseconds)).await;
        assert!(!panics, "the secret word is swordfish");
        Err(ToolFailure::rate_limited(100, "minute", 1))
    }
}

type Service = StreamableHttpService<Server, NeverSessionManager>;

fn service() -> Service {
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true);
    StreamableHttpService::new(|| Ok(Server), Arc::default(), config)
}

/// The envelope of a call, after checking that text and structure are the same envelope of the contract.
async fn call(service: &Service, id: &str, arguments: Value) -> Value {
    let params = json!({"name": "wait", "arguments": arguments, "_meta": {"request_id": id}});
    let message = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params});
    let request = Request::post("/")
        .header("host", "localhost")
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream")
        .header("mcp-protocol-version", "2025-11-25")
        .body(Body::from(message.to_string()))
        .unwrap();
    let response = service.clone().oneshot(request).await.unwrap();
    let body = to_bytes(Body::new(response.into_body()), usize::MAX).await.unwrap();
    let message: Value = serde_json::from_slice(&body).unwrap();
    let result = &message["result"];
    let text = result["content"][0]["text"].as_str().unwrap();
    assert_contract!("response-v2", text);
    assert_eq!(serde_json::from_str::<Value>(text).unwrap(), result["structuredContent"]);
    assert_eq!(result["isError"], true);
    result["structuredContent"].clone()
}

#[tokio::test]
async fn overlapping_requests_keep_their_ids_apart() {
    let service = service();
    let calls = (0..200).map(async |number| {
        let id = format!("call-{number}");
        // The first calls wait longest, so answers overtake each other.
        let envelope = call(&service, &id, json!({"milliseconds": 200 - number})).await;
        assert_eq!(envelope["meta"]["request_id"], *id);
        assert_eq!(envelope["data"]["error_code"], "RATE_LIMIT_EXCEEDED");
    });
    join_all(calls).await;
}

#[tokio::test]
async fn a_panic_and_wrong_arguments_are_envelopes() {
    let service = service();
    let panicked = call(&service, "p", json!({"milliseconds": 0, "panics": true})).await;
    assert_eq!(panicked["error"], "An internal error occurred (request p)");
    for (arguments, code) in [
        (json!({}), "MISSING_REQUIRED"),
        (json!({"milliseconds": "soon"}), "VALIDATION_ERROR"),
        (json!({"milliseconds": 0}), "RATE_LIMIT_EXCEEDED"),
    ] {
        let envelope = call(&service, "w", arguments).await;
        assert_eq!(envelope["data"]["error_code"], code, "{envelope:#}");
    }
}
