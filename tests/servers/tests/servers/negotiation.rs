//! Servers that speak three dialects, with a client of each: every answer is in the dialect of its caller.

use crate::support::serve;
use std::future::poll_fn;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::routing::get;
use axum::{Router, response::Response};
use envelope_runtime::axum08::{DialectLayer, Path, RequestIdLayer, method_not_allowed, not_found};
use envelope_runtime::code_scalpel::CodeScalpel;
use envelope_runtime::mcp_2025_11_25::Mcp;
use envelope_runtime::response_v2::ResponseV2;
use envelope_runtime::rfc9457::Rfc9457;
use envelope_runtime::rmcp3::with_dialects;
use envelope_runtime::{Dialects, Payload, ToolFailure, envelope_tool, task};
use http::{Request, StatusCode};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{
    CallToolRequestParams, CallToolResult, ClientCapabilities, ClientConfig, RequestMetaObject,
};
use rmcp::service::RunningService;
use rmcp::{ClientHandler, RoleClient, ServerHandler, ServiceExt, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tower::Service;

const DIALECTS: [&str; 3] = ["response-v2", "mcp-2025-11-25", "code-scalpel-v1"];

fn dialects() -> Dialects {
    Dialects::of::<ResponseV2>().and::<Mcp>().and::<CodeScalpel>()
}

#[derive(Serialize, Payload, JsonSchema)]
struct Square {
    square: u64,
}

/// Waits, so that calls overlap and end in another order.
async fn squared(number: u64) -> Result<Square, ToolFailure> {
    tokio::time::sleep(Duration::from_micros(number * 37 % 500)).await;
    if number % 10 == 9 {
        return Err(ToolFailure::not_found("Square", number));
    }
    Ok(Square { square: number * number })
}

/// Checks that the structure is an answer of this dialect to this number.
fn assert_answers(dialect: &str, number: u64, answer: &Value) {
    let square = if number % 10 == 9 { Value::Null } else { json!(number * number) };
    let found = match dialect {
        "response-v2" => {
            assert_eq!(answer["meta"]["version"], "response-v2", "{answer}");
            &answer["data"]["square"]
        }
        "mcp-2025-11-25" => {
            assert!(answer.get("meta").is_none() && answer.get("tier").is_none(), "{answer}");
            &answer["square"]
        }
        _ => {
            assert_eq!(answer["tier"], "pro", "{answer}");
            &answer["data"]["square"]
        }
    };
    assert_eq!(*found, square, "{dialect}: {answer}");
}

/// The server of `axum`.
mod web {
    use super::*;

    #[envelope_tool(dialects("response-v2", "mcp-2025-11-25", "code-scalpel-v1"), tier = "pro")]
    async fn square(Path(number): Path<u64>) -> Result<Square, ToolFailure> {
        squared(number).await
    }

    /// How often the bodies of the following tools have run.
    pub(super) static RUNS: AtomicUsize = AtomicUsize::new(0);

    /// A tool that lacks a dialect of the layer.
    #[envelope_tool(dialects("mcp-2025-11-25", "response-v2"))]
    async fn cube(Path(number): Path<u64>) -> Result<Square, ToolFailure> {
        RUNS.fetch_add(1, Ordering::SeqCst);
        squared(number).await
    }

    /// A tool with one dialect.
    #[envelope_tool(dialect = "mcp-2025-11-25")]
    async fn one(Path(number): Path<u64>) -> Result<Square, ToolFailure> {
        RUNS.fetch_add(1, Ordering::SeqCst);
        squared(number).await
    }

    #[envelope_tool(dialect = "mcp-2025-11-25")]
    fn future(Path(number): Path<u64>) -> impl Future<Output = Result<Square, ToolFailure>> {
        RUNS.fetch_add(1, Ordering::SeqCst);
        squared(number)
    }

    #[envelope_tool(dialect = "mcp-2025-11-25")]
    async fn part() -> Result<Square, ToolFailure> {
        squared(3).await
    }

    /// A tool that calls tools in a contract that the client need not read.
    #[envelope_tool(dialects("code-scalpel-v1", "rfc9457"), tier = "pro")]
    async fn whole() -> Result<Square, ToolFailure> {
        let (here, elsewhere) = (part().await, task::spawn(part()).await?);
        assert!(here.is_success() && elsewhere.is_success(), "{here} {elsewhere}");
        squared(3).await
    }

    pub(super) fn app() -> Router {
        app_for(dialects())
    }

    pub(super) fn app_for(dialects: Dialects) -> Router {
        Router::new()
            .route("/square/{number}", get(square))
            .route("/cube/{number}", get(cube))
            .route("/one/{number}", get(one))
            .route("/future/{number}", get(future))
            .route("/whole", get(whole))
            .route("/plain", get(|| async { "plain" }))
            .fallback(not_found::<ResponseV2>)
            .method_not_allowed_fallback(method_not_allowed::<ResponseV2>)
            .layer(DialectLayer::new(dialects))
            .layer(RequestIdLayer::new())
    }

    pub(super) async fn send(mut app: Router, request: Request<Body>) -> Response {
        poll_fn(|context| Service::<Request<Body>>::poll_ready(&mut app, context)).await.unwrap();
        app.call(request).await.unwrap()
    }

    pub(super) fn request(path: &str, accept_version: Option<&str>) -> Request<Body> {
        let mut request = Request::builder().uri(path).header("x-request-id", "req_1");
        if let Some(accept_version) = accept_version {
            request = request.header("accept-version", accept_version);
        }
        request.body(Body::empty()).unwrap()
    }

    pub(super) async fn json(response: Response) -> Value {
        let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        serde_json::from_slice(&body).unwrap()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_axum_server_answers_three_clients_at_once() {
    let app = web::app();
    let clients: Vec<_> = DIALECTS
        .into_iter()
        .map(|dialect| {
            let app = app.clone();
            tokio::spawn(async move {
                let calls: Vec<_> = (0..300)
                    .map(|number| {
                        let request = web::request(&format!("/square/{number}"), Some(dialect));
                        tokio::spawn(web::send(app.clone(), request))
                    })
                    .collect();
                for (number, call) in (0..).zip(calls) {
                    let response = call.await.unwrap();
                    assert_eq!(response.headers()["content-version"], dialect);
                    let mut answer = web::json(response).await;
                    if dialect == "mcp-2025-11-25" {
                        assert_eq!(answer["isError"], number % 10 == 9);
                        answer = answer["structuredContent"].take();
                    }
                    assert_answers(dialect, number, &answer);
                }
            })
        })
        .collect();
    for client in clients {
        client.await.unwrap();
    }
}

#[tokio::test]
async fn the_layer_reads_and_writes_headers() {
    for (accept_version, dialect) in [
        (None, "response-v2"),
        (Some(""), "response-v2"),
        (Some("v2"), "response-v2"),
        (Some("mcp-2025-11-25;q=0.4, code-scalpel;q=0.8"), "code-scalpel-v1"),
    ] {
        let response = web::send(web::app(), web::request("/square/3", accept_version)).await;
        assert_eq!(response.status(), StatusCode::OK);
        assert_eq!(response.headers()["content-version"], dialect);
        assert_eq!(response.headers()["vary"], "accept-version");
        assert_eq!(response.headers()["x-request-id"], "req_1");
        assert_answers(dialect, 3, &web::json(response).await);
    }

    // Two headers are one list.
    let mut request = web::request("/square/3", Some("v9"));
    request.headers_mut().append("accept-version", "code-scalpel-v1".parse().unwrap());
    let response = web::send(web::app(), request).await;
    assert_eq!(response.headers()["content-version"], "code-scalpel-v1");

    // Only an envelope has a dialect.
    let response = web::send(web::app(), web::request("/plain", Some("code-scalpel"))).await;
    assert!(!response.headers().contains_key("content-version"));
    assert_eq!(response.headers()["vary"], "accept-version");
}

/// Requests that no tool answers: an unknown route, a wrong method, a rejected argument.
#[tokio::test]
async fn failures_without_a_tool_are_in_the_requested_contract() {
    for dialect in DIALECTS {
        for (path, method, status, message) in [
            ("/cubes", "GET", 404, "Route not found: /cubes"),
            ("/square/3", "DELETE", 405, "/square/3 has no method DELETE"),
            ("/square/three", "GET", 400, "expected an integer"),
        ] {
            let mut request = web::request(path, Some(dialect));
            *request.method_mut() = method.parse().unwrap();
            let response = web::send(web::app(), request).await;
            assert_eq!(response.status(), status, "{dialect} {path}");
            assert_eq!(response.headers()["content-version"], dialect, "{path}");
            let answer = web::json(response).await;
            assert_eq!(envelope_client::check(&answer.to_string()).unwrap().dialect, dialect);
            assert!(answer.to_string().contains(message), "{answer}");
        }
    }
    let response = web::send(web::app(), web::request("/cubes", None)).await;
    assert_eq!(web::json(response).await["meta"]["version"], "response-v2");
}

#[tokio::test]
async fn the_layer_refuses_what_the_server_does_not_speak() {
    let response = web::send(web::app(), web::request("/square/3", Some("v3"))).await;
    assert_eq!(response.status(), StatusCode::BAD_REQUEST);
    assert_eq!(response.headers()["content-version"], "response-v2");
    assert_eq!(
        web::json(response).await,
        json!({
            "success": false,
            "data": {
                "error_code": "VALIDATION_ERROR",
                "error_type": "validation",
                "remediation": "Ask for one of: response-v2, mcp-2025-11-25, code-scalpel-v1",
                "details": {
                    "field": "Accept-Version",
                    "constraint": "one_of",
                    "received": "v3",
                    "supported": DIALECTS
                }
            },
            "error": "Validation failed: Accept-Version names no contract that this server speaks",
            "meta": {"version": "response-v2", "request_id": "req_1"}
        })
    );

    // A header that is not text.
    let mut request = web::request("/square/3", None);
    let value = http::HeaderValue::from_bytes(b"\xff\xfe").unwrap();
    request.headers_mut().insert("accept-version", value);
    let response = web::send(web::app(), request).await;
    assert_eq!(response.status(), StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn a_contract_that_a_tool_lacks_is_refused_before_it_runs() {
    for (path, spoken) in [
        ("/cube/3", json!(["mcp-2025-11-25", "response-v2"])),
        ("/cube/three", json!(["mcp-2025-11-25", "response-v2"])),
        ("/one/3", json!(["mcp-2025-11-25"])),
        ("/future/3", json!(["mcp-2025-11-25"])),
    ] {
        let response = web::send(web::app(), web::request(path, Some("code-scalpel"))).await;
        assert_eq!(response.status(), StatusCode::NOT_ACCEPTABLE, "{path}");
        assert_eq!(response.headers()["content-version"], "code-scalpel-v1");
        assert_eq!(response.headers()["x-request-id"], "req_1");
        assert_eq!(response.headers()["vary"], "accept-version");
        let mut answer = web::json(response).await;
        assert_eq!(answer["tier"], "community");
        assert_eq!(answer["request_id"], "req_1");
        let names: Vec<_> = spoken.as_array().unwrap().iter().filter_map(Value::as_str).collect();
        assert_eq!(
            answer["error"].take(),
            json!({
                "error": "Validation failed: Accept-Version names no contract that this tool speaks",
                "error_code": "invalid_argument",
                "error_details": {
                    "remediation": format!("Ask this tool for one of: {}", names.join(", ")),
                    "field": "Accept-Version",
                    "constraint": "one_of",
                    "received": "code-scalpel",
                    "supported": spoken
                }
            })
        );
        // The body has the status of the response.
        let app = web::app_for(dialects().and::<Rfc9457>());
        let response = web::send(app, web::request(path, Some("rfc9457"))).await;
        assert_eq!(response.status(), StatusCode::NOT_ACCEPTABLE);
        assert_eq!(response.headers()["content-type"], "application/problem+json");
        assert_eq!(web::json(response).await["status"], 406);
    }
    assert_eq!(web::RUNS.load(Ordering::SeqCst), 0);
    // The client has no preference, or accepts a dialect of the tool.
    for (accept_version, dialect) in [
        (None, "response-v2"),
        (Some(""), "response-v2"),
        (Some("*"), "response-v2"),
        (Some("code-scalpel, *;q=0.1"), "mcp-2025-11-25"),
        (Some("code-scalpel, 2025-11-25;q=0.1"), "mcp-2025-11-25"),
        (Some("code-scalpel, v2;q=0.1"), "response-v2"),
        (Some("code-scalpel, 2025-11-25;q=0.1, v2;q=0.2"), "response-v2"),
        (Some("MCP-2025-11-25"), "mcp-2025-11-25"),
    ] {
        let response = web::send(web::app(), web::request("/cube/3", accept_version)).await;
        assert_eq!(response.status(), StatusCode::OK, "{accept_version:?}");
        assert_eq!(response.headers()["content-version"], dialect, "{accept_version:?}");
    }
}

/// The client reads only the answer of the outer tool.
#[tokio::test]
async fn a_tool_within_a_tool_answers_that_one() {
    let response = web::send(web::app(), web::request("/whole", Some("code-scalpel"))).await;
    assert_eq!(response.status(), StatusCode::OK);
    assert_eq!(response.headers()["content-version"], "code-scalpel-v1");
    let response = web::send(web::app(), web::request("/whole", Some("v2"))).await;
    assert_eq!(response.status(), StatusCode::NOT_ACCEPTABLE);
}

#[derive(Deserialize, JsonSchema)]
struct Number {
    number: u64,
}

/// The server of the SDK.
#[derive(Default)]
struct Server {
    runs: Arc<AtomicUsize>,
}

#[tool_router]
impl Server {
    #[envelope_tool(
        dialects("response-v2", "mcp-2025-11-25", "code-scalpel-v1"),
        tier = "pro",
        output_schema
    )]
    #[tool]
    async fn square(
        &self,
        Parameters(Number { number }): Parameters<Number>,
    ) -> Result<Square, ToolFailure> {
        squared(number).await
    }

    /// A tool that lacks the other contracts.
    #[envelope_tool(dialect = "mcp-2025-11-25")]
    #[tool]
    fn one(&self) -> Result<Square, ToolFailure> {
        self.runs.fetch_add(1, Ordering::SeqCst);
        Ok(Square { square: 1 })
    }

    /// Like `square`, but the SDK parses no text.
    #[envelope_tool(
        dialects("response-v2", "mcp-2025-11-25", "code-scalpel-v1"),
        tier = "pro",
        returns = CallToolResult
    )]
    #[tool]
    async fn built(
        &self,
        Parameters(Number { number }): Parameters<Number>,
    ) -> Result<Square, ToolFailure> {
        squared(number).await
    }
}

#[tool_handler(router = with_dialects(Self::tool_router(), dialects()))]
impl ServerHandler for Server {}

/// A client that names a dialect in its capabilities.
struct Client(Option<Value>);

impl ClientHandler for Client {
    fn get_info(&self) -> ClientConfig {
        let mut info = ClientConfig::default();
        info.capabilities = ClientCapabilities::default();
        info.capabilities.experimental = self.0.as_ref().map(|dialect| {
            let capability = json!({"response_contract": dialect});
            [("foundry-mcp".to_owned(), capability.as_object().unwrap().clone())].into()
        });
        info
    }
}

async fn connect(dialect: Option<Value>) -> RunningService<RoleClient, Client> {
    connect_to(Server::default(), dialect).await
}

async fn connect_to(server: Server, dialect: Option<Value>) -> RunningService<RoleClient, Client> {
    let (ours, theirs) = tokio::io::duplex(4096);
    serve(server, theirs);
    Client(dialect).serve(ours).await.expect("a server")
}

fn square(tool: &'static str, number: u64) -> CallToolRequestParams {
    let arguments = json!({"number": number});
    CallToolRequestParams::new(tool).with_arguments(arguments.as_object().unwrap().clone())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_mcp_server_answers_three_clients_at_once() {
    let clients: Vec<_> = DIALECTS
        .into_iter()
        .map(|dialect| {
            tokio::spawn(async move {
                let client = connect(Some(dialect.into())).await;
                let calls: Vec<_> = (0..300)
                    .map(|number| {
                        let peer = client.peer().clone();
                        let tool = if number % 2 == 0 { "square" } else { "built" };
                        tokio::spawn(async move { peer.call_tool(square(tool, number)).await })
                    })
                    .collect();
                for (number, call) in (0..).zip(calls) {
                    let result = call.await.unwrap().unwrap();
                    let is_failure = number % 10 == 9;
                    assert_eq!(result.is_error, Some(is_failure), "{dialect}");
                    let answer = result.structured_content.unwrap_or_default();
                    assert_answers(dialect, number, &answer);
                }
            })
        })
        .collect();
    for client in clients {
        client.await.unwrap();
    }
}

#[tokio::test]
async fn a_call_names_its_contract_before_the_client_does() {
    let client = connect(Some(json!("v2"))).await;
    let call = |dialect: Value| {
        let mut params = square("square", 3);
        let mut meta = RequestMetaObject::new();
        meta.insert("request_id".to_owned(), "req_7".into());
        meta.insert("response_contract".to_owned(), dialect);
        params.meta = Some(meta);
        client.call_tool(params)
    };
    for (asked, dialect) in [
        (json!("code-scalpel-v1"), "code-scalpel-v1"),
        (json!(["v9", "mcp-2025-11-25"]), "mcp-2025-11-25"),
        (json!(2), "response-v2"),
    ] {
        let answer = call(asked).await.unwrap().structured_content.unwrap();
        assert_answers(dialect, 3, &answer);
    }

    let refused = call(json!("v3")).await.unwrap();
    assert_eq!(refused.is_error, Some(true));
    let refused = refused.structured_content.unwrap();
    assert_eq!(refused["data"]["error_code"], "VALIDATION_ERROR");
    assert_eq!(refused["data"]["details"]["supported"], json!(DIALECTS));
    assert_eq!(refused["meta"]["request_id"], "req_7");
}

#[tokio::test]
async fn a_call_for_a_contract_that_the_tool_lacks_is_refused_before_it_runs() {
    let server = Server::default();
    let runs = server.runs.clone();
    let client = connect_to(server, Some(json!(["v9", "v2"]))).await;
    let refused = client.call_tool(CallToolRequestParams::new("one")).await.unwrap();
    assert_eq!(refused.is_error, Some(true));
    let refused = refused.structured_content.unwrap();
    assert_eq!(refused["meta"]["version"], "response-v2");
    let message = "Validation failed: response_contract names no contract that this tool speaks";
    assert_eq!(refused["error"], message);
    let details = &refused["data"]["details"];
    assert_eq!(details["supported"], json!(["mcp-2025-11-25"]));
    assert_eq!(details["received"], "v9, v2");
    assert_eq!(runs.load(Ordering::SeqCst), 0);

    let client = connect(Some(json!(["v2", "mcp-2025-11-25"]))).await;
    let accepted = client.call_tool(CallToolRequestParams::new("one")).await.unwrap();
    assert_eq!(accepted.structured_content, Some(json!({"square": 1})));
    let client = connect(None).await;
    let accepted = client.call_tool(CallToolRequestParams::new("one")).await.unwrap();
    assert_eq!(accepted.structured_content, Some(json!({"square": 1})));
}

/// A `null` in a call leaves the choice to the client's capability.
#[tokio::test]
async fn null_asks_for_no_contract() {
    let client = connect(Some(json!("mcp-2025-11-25"))).await;
    let mut params = square("square", 3);
    let mut meta = RequestMetaObject::new();
    meta.insert("response_contract".to_owned(), Value::Null);
    params.meta = Some(meta);
    let answer = client.call_tool(params).await.unwrap().structured_content.unwrap();
    assert_answers("mcp-2025-11-25", 3, &answer);
}

#[tokio::test]
async fn a_client_that_asks_for_nothing_gets_the_servers_first_contract() {
    for capabilities in [None, Some(Value::Null)] {
        let client = connect(capabilities).await;
        let answer = client.call_tool(square("square", 3)).await.unwrap();
        assert_answers("response-v2", 3, &answer.structured_content.unwrap());
    }
    let client = connect(Some(json!("v3"))).await;
    let refused = client.call_tool(square("square", 3)).await.unwrap();
    assert_eq!(refused.structured_content.unwrap()["data"]["details"]["received"], "v3");
}

/// A client checks the structured content of every dialect against this schema.
#[test]
fn the_output_schema_accepts_what_each_dialect_writes() {
    let schema = Value::Object(Server::square_output_schema().as_ref().clone());
    assert_eq!(schema["type"], "object");
    jsonschema::meta::validate(&schema).expect("a schema");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    for dialect in DIALECTS {
        for number in [3, 9] {
            let server = Server::default();
            let arguments = Parameters(Number { number });
            let call = dialects().find(dialect).unwrap().scope(server.square(arguments.into()));
            let result = CallToolResult::from(runtime.block_on(call));
            let Some(structure) = result.structured_content else { continue };
            assert!(validator.is_valid(&structure), "{dialect}: {structure:#}");
        }
    }
    for other in [json!({"square": "nine"}), json!({"success": true}), json!([]), json!({})] {
        assert!(!validator.is_valid(&other), "{other}");
    }
}
