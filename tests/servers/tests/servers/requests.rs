//! A server of the SDK handles a request before and after the tool runs: its id, its arguments, its result.

use crate::broken;

use std::collections::HashSet;
use std::convert::Infallible;
use std::time::Duration;

use crate::support::{call, call_as, connect};
use envelope_runtime::mcp_2025_11_25::Mcp;
use envelope_runtime::rmcp3::with_request_ids;
use envelope_runtime::testing::Frozen;
use envelope_runtime::{
    Envelope, Payload, RequestId, Status, ToolFailure, code_scalpel, envelope_tool,
};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolRequestParams, CallToolResult};
use rmcp::{ServerHandler, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Value, json};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Search {
    query: String,
    #[serde(default)]
    filters: Vec<Filter>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Filter {
    limit: u8,
}

struct Server;

#[tool_router]
impl Server {
    #[envelope_tool(dialect = "response-v2", data = "found")]
    #[tool]
    async fn search(
        &self,
        Parameters(Search { query, filters }): Parameters<Search>,
    ) -> Result<usize, Infallible> {
        Ok(query.len() + filters.iter().map(|filter| usize::from(filter.limit)).sum::<usize>())
    }

    #[envelope_tool(dialect = "code-scalpel-v1", tier = "pro")]
    #[tool]
    fn scan(
        &self,
        Parameters(search): Parameters<Search>,
    ) -> Result<code_scalpel::Reply<usize>, ToolFailure> {
        Ok(code_scalpel::Reply::new(search.query.len()))
    }

    /// Waits, so that calls overlap.
    #[envelope_tool(dialect = "dotbot-mcp-response@1", summary("Waited."))]
    #[tool]
    async fn wait(&self) -> Result<(), ToolFailure> {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        Ok(())
    }
}

#[tool_handler(router = with_request_ids(Self::tool_router()))]
impl ServerHandler for Server {}

#[tokio::test]
async fn invalid_arguments_are_the_tools_envelope() {
    let client = connect(Server).await;
    for (arguments, code, message, advice, problem) in [
        (
            json!({}),
            "MISSING_REQUIRED",
            "Invalid arguments: `query` is missing, expected a string",
            "Add `query` to the arguments",
            json!({"field": "query", "problem": "missing", "expected": "a string"}),
        ),
        (
            json!({"query": "a", "filters": [{}]}),
            "MISSING_REQUIRED",
            "Invalid arguments: `filters[0].limit` is missing, expected an integer from 0 to 255",
            "Add `filters[0].limit` to the arguments",
            json!({
                "field": "filters[0].limit",
                "problem": "missing",
                "expected": "an integer from 0 to 255",
            }),
        ),
        (
            json!({"query": true}),
            "VALIDATION_ERROR",
            "Invalid arguments: `query` is a boolean, expected a string",
            "Correct `query` in the arguments",
            json!({"field": "query", "problem": "wrong_type", "expected": "a string"}),
        ),
        (
            json!({"query": "a", "filters": [{"limit": 1}, {"limit": 300}]}),
            "VALIDATION_ERROR",
            "Invalid arguments: `filters[1].limit` is out of range, expected an integer from 0 to 255",
            "Correct `filters[1].limit` in the arguments",
            json!({
                "field": "filters[1].limit",
                "problem": "out_of_range",
                "expected": "an integer from 0 to 255",
            }),
        ),
        (
            json!({"query": "a", "page": 2}),
            "VALIDATION_ERROR",
            "Invalid arguments: `page` is unknown, expected `filters`",
            "Remove `page` from the arguments",
            json!({"field": "page", "problem": "unknown", "expected": "`filters`"}),
        ),
    ] {
        let result = call(&client, "search", arguments).await;
        assert_eq!(result.is_error, Some(true));
        let envelope = result.structured_content.unwrap();
        assert_eq!(envelope["success"], false);
        assert_eq!(envelope["error"], message);
        assert_eq!(envelope["data"]["error_code"], code);
        assert_eq!(envelope["data"]["remediation"], advice);
        let details = json!({"field": problem["field"], "problems": [problem]});
        assert_eq!(envelope["data"]["details"], details);
        assert_eq!(envelope["meta"]["request_id"], "own-id");
    }

    let scanned = call(&client, "scan", json!({})).await.structured_content.unwrap();
    assert_eq!(scanned["error"]["error_code"], "invalid_argument");
}

/// A call without a server gets the same answer as a client of a server.
#[tokio::test]
async fn a_test_calls_a_tool_with_invalid_arguments() {
    let client = connect(Server).await;
    for arguments in [
        json!({"query": "abc"}),
        json!({}),
        json!({"query": true}),
        json!({"query": "a", "filters": [{"limit": 300}]}),
        json!({"query": "a", "page": 2}),
    ] {
        let called = RequestId::new("own-id").scope(Server.search(arguments.clone().into())).await;
        let answer = call(&client, "search", arguments).await.structured_content.unwrap();
        assert_eq!(serde_json::to_value(&called).unwrap(), answer);
    }

    // A client sends an object or nothing.
    let envelope = Server.search(json!(["abc", 1, 2, 3]).into()).await;
    assert_eq!(envelope.error_code(), Some("VALIDATION_ERROR"));

    let search = Search { query: "ab".to_owned(), filters: vec![] };
    assert!(Server.search(Parameters(search).into()).await.is_success());
}

/// A server that spawns a task for each request is frozen if its whole runtime is frozen.
#[test]
fn a_server_is_frozen_with_its_runtime() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let result = Frozen::new().duration(Duration::from_millis(45)).sync_scope(|| {
        runtime.block_on(async {
            let client = connect(Server).await;
            call(&client, "wait", json!({})).await.structured_content.unwrap()
        })
    });
    let audit = json!({
        "timestamp": "1970-01-01T00:00:00Z",
        "duration_ms": 45,
        "source": "tests/servers/tests/servers/requests.rs",
        "correlation_id": "own-id"
    });
    assert_eq!(result["audit"], audit);
}

/// Answers repeat no values, and only keys that are names.
#[tokio::test]
async fn arguments_that_do_not_fit_are_not_repeated() {
    let client = connect(Server).await;
    let arguments = json!({"query": "a", "filters": "x".repeat(10_000)});
    let envelope = call(&client, "search", arguments).await.structured_content.unwrap();
    assert!(!envelope.to_string().contains("xx"), "{envelope}");

    let arguments = json!({"query": "a", "x".repeat(10_000): 1});
    let envelope = call(&client, "search", arguments).await.structured_content.unwrap();
    assert!(!envelope.to_string().contains("xx"), "{envelope}");
    assert_eq!(
        envelope["error"],
        "Invalid arguments: the value has an unknown key, expected `filters`"
    );

    let id = "é".repeat(10_000);
    let result = call_as(&client, json!(id), "wait", json!({})).await;
    let envelope = result.structured_content.unwrap();
    assert_eq!(envelope["audit"]["correlation_id"], "é".repeat(128));
}

#[tokio::test]
async fn valid_arguments_reach_the_tool() {
    let client = connect(Server).await;
    let arguments = json!({"query": "abc", "filters": [{"limit": 4}]});
    let envelope = call(&client, "search", arguments).await.structured_content.unwrap();
    assert_eq!(envelope["data"], json!({"found": 7}));
}

/// The request id is the client's own, as text or as a number, or else the protocol's.
#[tokio::test]
async fn request_ids() {
    let client = connect(Server).await;
    let arguments = json!({"query": "abc"});
    let own = call_as(&client, json!("trace-7"), "search", arguments.clone()).await;
    assert_eq!(own.structured_content.unwrap()["meta"]["request_id"], "trace-7");
    let number = call_as(&client, json!(42), "search", arguments.clone()).await;
    assert_eq!(number.structured_content.unwrap()["meta"]["request_id"], "42");

    let mut seen = HashSet::new();
    for unusable in [json!(null), json!(""), json!({"a": 1})] {
        let result = call_as(&client, unusable, "search", arguments.clone()).await;
        let envelope = result.structured_content.unwrap();
        let id = envelope["meta"]["request_id"].as_str().unwrap().to_owned();
        assert!(id.parse::<u64>().is_ok(), "{id} is the protocol's");
        seen.insert(id);
    }
    assert_eq!(seen.len(), 3);
}

#[tokio::test]
async fn a_correlation_id_is_one() {
    let client = connect(Server).await;
    let mut params = CallToolRequestParams::new("wait");
    let mut meta = rmcp::model::RequestMetaObject::new();
    meta.insert("correlation_id".to_owned(), json!("corr-1"));
    params.meta = Some(meta);
    let result = client.call_tool(params).await.unwrap();
    assert_eq!(result.structured_content.unwrap()["audit"]["correlation_id"], "corr-1");
}

/// Calls that overlap on one connection keep their ids apart.
#[tokio::test]
async fn ids_of_overlapping_calls() {
    let client = std::sync::Arc::new(connect(Server).await);
    let calls: Vec<_> = (0..50)
        .map(|number| {
            let client = client.clone();
            tokio::spawn(async move {
                let id = format!("req-{number}");
                let result = call_as(&client, json!(id), "wait", json!({})).await;
                assert_eq!(result.structured_content.unwrap()["audit"]["correlation_id"], *id);
            })
        })
        .collect();
    for call in calls {
        call.await.unwrap();
    }
}

/// The structure holds no integers beyond 64 bits, so the exact text is sent alone, or the call fails.
#[test]
fn integers_beyond_64_bits() {
    #[envelope_tool(dialect = "response-v2", data = "n")]
    fn read() -> Result<u128, ToolFailure> {
        Ok(u128::MAX)
    }

    #[envelope_tool(dialect = "response-v2", data = "n", returns = CallToolResult)]
    fn direct() -> Result<u128, ToolFailure> {
        Ok(u128::MAX)
    }

    let result = CallToolResult::from(read());
    let text = &result.content[0].as_text().unwrap().text;
    assert!(text.contains(&u128::MAX.to_string()));
    assert_eq!((result.is_error, result.structured_content), (Some(false), None));

    let result = direct();
    assert_eq!(result.is_error, Some(true));
    assert_eq!(result.structured_content.unwrap()["data"]["error_code"], "INTERNAL_ERROR");
}

/// The deepest data that can be sent is structured content, too.
#[test]
fn data_that_is_nested_deeply() {
    #[derive(Serialize, Payload)]
    struct Deep {
        inner: Option<Box<Deep>>,
    }

    fn deep() -> Deep {
        let grow = |inner: Deep, _| Deep { inner: Some(Box::new(inner)) };
        (0..119).fold(Deep { inner: None }, grow)
    }

    #[envelope_tool(dialect = "response-v2")]
    fn plain() -> Result<Deep, ToolFailure> {
        Ok(deep())
    }

    #[envelope_tool(dialect = "mcp-2025-11-25")]
    fn of_mcp() -> Result<Deep, ToolFailure> {
        Ok(deep())
    }

    #[envelope_tool(dialect = "mcp-2025-11-25", returns = CallToolResult)]
    fn direct() -> Result<Deep, ToolFailure> {
        Ok(deep())
    }

    let results = [CallToolResult::from(plain()), CallToolResult::from(of_mcp()), direct()];
    for result in results {
        assert_eq!(result.is_error, Some(false));
        // Text and structure have all 120 levels.
        let text = &result.content[0].as_text().unwrap().text;
        let keys = |json: &str| json.matches("\"inner\"").count();
        assert_eq!(keys(text), 120);
        assert_eq!(keys(&result.structured_content.unwrap().to_string()), 120);
    }
}

/// A structure that is read from text has the numbers of the text. `serde_json` reads some of these one unit off.
#[test]
fn floats_are_exact_in_both() {
    #[derive(Serialize, Payload)]
    struct Thirds {
        numbers: Vec<f64>,
        raw: Box<RawValue>,
    }

    fn thirds() -> Thirds {
        let numbers: Vec<f64> = (0..1_000u16).map(|number| f64::from(number) / 3.0).collect();
        let raw = serde_json::value::to_raw_value(&numbers).unwrap();
        Thirds { numbers, raw }
    }

    #[envelope_tool(dialect = "mcp-2025-11-25")]
    fn read() -> Result<Thirds, ToolFailure> {
        Ok(thirds())
    }

    #[envelope_tool(dialect = "mcp-2025-11-25", returns = CallToolResult)]
    fn direct() -> Result<Thirds, ToolFailure> {
        Ok(thirds())
    }

    for result in [CallToolResult::from(read()), direct()] {
        let structure = result.structured_content.unwrap();
        assert_eq!(structure["numbers"], json!(thirds().numbers));
        assert_eq!(structure["raw"], structure["numbers"]);
        assert_eq!(structure.to_string(), result.content[0].as_text().unwrap().text);
    }
    assert_eq!(read().to_value().unwrap()["structuredContent"]["raw"], json!(thirds().numbers));
}

/// Raw JSON can contain values that no `Value` represents. Then the text stays unchanged, or the call fails.
#[test]
fn raw_json_beyond_a_value() {
    #[derive(Serialize, Payload)]
    struct Relayed {
        raw: Box<RawValue>,
    }

    fn relayed(raw: &str) -> Relayed {
        Relayed { raw: RawValue::from_string(raw.to_owned()).unwrap() }
    }

    #[envelope_tool(dialect = "response-v2")]
    fn read(raw: &str) -> Result<Relayed, ToolFailure> {
        Ok(relayed(raw))
    }

    #[envelope_tool(dialect = "response-v2", returns = CallToolResult)]
    fn direct(raw: &str) -> Result<Relayed, ToolFailure> {
        Ok(relayed(raw))
    }

    for raw in ["1e400", r#""\ud83d""#] {
        assert!(read(raw).to_value().is_err());
        let result = CallToolResult::from(read(raw));
        assert_eq!((result.is_error, result.structured_content), (Some(false), None));
        assert!(result.content[0].as_text().unwrap().text.contains(raw));
        let failed = direct(raw).structured_content.unwrap();
        assert_eq!(failed["data"]["error_code"], "INTERNAL_ERROR", "{raw}");
    }
}

/// A failure keeps its code whatever its details are: values that no tree can hold are in the text.
#[test]
fn details_beyond_64_bits() {
    #[envelope_tool(dialect = "response-v2", returns = CallToolResult)]
    fn fail() -> Result<(), ToolFailure> {
        Err(ToolFailure::conflict("taken").detail("n", u128::MAX))
    }

    let result = fail();
    assert_eq!((result.is_error, result.structured_content), (Some(true), None));
    let text = &result.content[0].as_text().unwrap().text;
    assert!(text.contains(r#""error_code":"CONFLICT""#), "{text}");
    assert!(text.contains(&u128::MAX.to_string()), "{text}");
}

/// The SDK knows only the content blocks of its version. A result with an unknown block is sent as text.
#[test]
fn a_block_that_the_sdk_does_not_know() {
    const DATA: &str = r#"{"n":7}"#;

    let content = json!([{"type": "text", "text": DATA}, {"type": "video", "data": "AAAA"}]);
    let sent = json!({"content": content, "structuredContent": {"n": 7}, "isError": false});
    let sent = Envelope::from_parts::<Mcp>(sent.to_string(), Status::Success, None);
    let result = CallToolResult::from(sent.clone());
    assert_eq!(result.is_error, Some(false));
    assert_eq!(result.structured_content, Some(json!({"n": 7})));
    let texts: Vec<_> = result.content.iter().map(|block| &block.as_text().unwrap().text).collect();
    assert_eq!(texts, [sent.as_str()]);
}

/// If not even the failure can be written, the result is an `INTERNAL_ERROR`.
#[test]
fn a_dialect_that_fails() {
    #[envelope_tool(dialect = broken::Broken, returns = CallToolResult)]
    fn fail() -> Result<(), ToolFailure> {
        Ok(())
    }

    let result = fail();
    assert_eq!(result.is_error, Some(true));
    assert_eq!(result.structured_content.unwrap()["data"]["error_code"], "INTERNAL_ERROR");
}

#[test]
fn an_id_in_scope_is_known_to_the_envelope() {
    #[envelope_tool(dialect = "response-v2")]
    fn ping() -> Result<(), ToolFailure> {
        Ok(())
    }

    let envelope: Envelope = RequestId::new("a/b").sync_scope(ping);
    // The same id as on the wire, in the characters that this dialect allows.
    assert_eq!(envelope.request_id().map(RequestId::as_str), Some("a_b"));
    let wire: Value = serde_json::from_str(envelope.as_str()).unwrap();
    assert_eq!(wire["meta"]["request_id"], "a_b");
}
