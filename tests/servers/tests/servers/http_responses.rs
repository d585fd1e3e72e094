//! Envelopes as HTTP responses, and request ids in requests and responses.

use crate::broken;

use std::collections::HashSet;
use std::sync::mpsc;
use std::task::{Context, Poll, Waker};
use std::time::{Duration, SystemTime};

use axum::body::{Body, to_bytes};
use axum::extract::rejection::{FormRejection, JsonRejection, PathRejection, QueryRejection};
use axum::extract::{DefaultBodyLimit, Form, Path, Query};
use axum::http::{HeaderName, HeaderValue, Request, Response, StatusCode, Uri};
use axum::middleware::{Next, from_fn};
use axum::response::IntoResponse;
use axum::routing::{get, post};
use axum::{Json, Router};
use envelope_runtime::axum08::{DialectLayer, RequestIdLayer, method_not_allowed, not_found};
use envelope_runtime::response_v2::ResponseV2;
use envelope_runtime::rfc9457::Rfc9457;
use envelope_runtime::testing::Frozen;
use envelope_runtime::{
    AnyDialect, DialectExt, Dialects, Envelope, ErrorType, RateLimit, RequestId, RetryAfter,
    ToolError, ToolFailure, code_scalpel, envelope_tool, response_v2,
};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use tower::{Layer, Service, ServiceExt};

#[envelope_tool(dialect = "response-v2")]
fn fail(failure: ToolFailure) -> Result<(), ToolFailure> {
    Err(failure)
}

#[envelope_tool(dialect = "response-v2")]
async fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

/// A handler of `axum` needs no more than the feature `http1`.
#[envelope_tool(dialect = "rfc9457", returns = http::Response<String>)]
async fn order() -> Result<(), ToolFailure> {
    Err(ToolFailure::not_found("Order", 7))
}

#[tokio::test]
async fn a_response_is_what_a_handler_returns() {
    let app: Router = Router::new().route("/", get(order));
    let response = app.oneshot(Request::new(Body::empty())).await.unwrap();
    assert_eq!(response.status(), StatusCode::NOT_FOUND);
    assert_eq!(response.headers()["content-type"], "application/problem+json");
    let body = to_bytes(response.into_body(), 1 << 10).await.unwrap();
    assert_eq!(serde_json::from_slice::<Value>(&body).unwrap()["detail"], "Order not found: 7");
}

fn respond(envelope: Envelope) -> Response<String> {
    envelope.into()
}

#[test]
fn the_response_is_the_envelope() {
    let envelope = RequestId::new("req_1").sync_scope(|| fail(ToolFailure::conflict("taken")));
    let json = envelope.to_string();
    let response = respond(envelope);
    assert_eq!(response.status(), StatusCode::CONFLICT);
    assert_eq!(*response.body(), json);

    #[envelope_tool(dialect = "response-v2", data = "n")]
    fn succeed() -> Result<u8, ToolFailure> {
        Ok(1)
    }

    let response = respond(succeed());
    assert_eq!(response.status(), StatusCode::OK);
    assert_eq!(response.headers()["content-type"], "application/json");
    assert_eq!(response.headers()["content-version"], "response-v2");
    assert_eq!(response.headers().len(), 2);
}

/// A success has the media type of JSON, and a failure has the media type of a problem.
#[tokio::test]
async fn a_problem_has_its_own_media_type() {
    #[envelope_tool(dialect = "rfc9457", types = "https://example.com/problems/", instance = uri)]
    async fn read(
        uri: Uri,
        envelope_runtime::axum08::Path(id): envelope_runtime::axum08::Path<u8>,
    ) -> Result<Vec<u8>, Refused> {
        if id == 7 { Err(Refused::Gone) } else { Ok(vec![id]) }
    }

    let app = Router::new()
        .route("/specs/{id}", get(read))
        .fallback(not_found::<Rfc9457>)
        .layer(RequestIdLayer::new());
    let ask = async |path: &str| {
        let request = Request::get(path).header("x-request-id", "req_1");
        let request = request.body(Body::empty()).unwrap();
        let response = app.clone().oneshot(request).await.unwrap();
        let (head, body) = response.into_parts();
        let body = to_bytes(body, usize::MAX).await.unwrap();
        let media_type = head.headers["content-type"].to_str().unwrap().to_owned();
        assert_eq!(head.headers["content-version"], "rfc9457");
        (head.status.as_u16(), media_type, String::from_utf8(body.to_vec()).unwrap())
    };
    let (status, media_type, body) = ask("/specs/1").await;
    assert_eq!((status, media_type.as_str(), body.as_str()), (200, "application/json", "[1]"));

    let (status, media_type, body) = ask("/specs/7").await;
    assert_eq!((status, media_type.as_str()), (410, "application/problem+json"));
    assert_eq!(
        serde_json::from_str::<Value>(&body).unwrap(),
        json!({
            "type": "https://example.com/problems/spec-not-found",
            "title": "Spec not found",
            "status": 410,
            "detail": "The spec was deleted",
            "instance": "/specs/7",
            "code": "SPEC_NOT_FOUND",
            "category": "not_found",
            "retryable": false,
            "request_id": "req_1",
        })
    );
    let failure = envelope_client::rfc9457::read_problem(&body).unwrap();
    assert_eq!((&*failure.code(), failure.status), ("SPEC_NOT_FOUND", Some(410)));

    let (status, media_type, body) = ask("/specs").await;
    assert_eq!((status, media_type.as_str()), (404, "application/problem+json"));
    assert_eq!(
        envelope_client::rfc9457::read_problem(&body).unwrap().request_id.unwrap().as_str(),
        "req_1"
    );
}

#[test]
fn the_status_is_that_of_the_error_type() {
    for &error_type in ErrorType::ALL {
        let failure = ToolFailure::custom("OWN_CODE", error_type, "m");
        let response = respond(fail(failure));
        assert_eq!(response.status().as_u16(), error_type.http_status(), "{error_type}");
        assert!(!response.headers().contains_key("retry-after"), "{error_type}");
    }
}

#[derive(Debug, thiserror::Error, ToolError)]
enum Refused {
    #[error("The spec was deleted")]
    #[tool_error(code = "SPEC_NOT_FOUND", status = 410)]
    Gone,
    #[error("The spec is locked")]
    #[tool_error(code = "SPEC_LOCKED", error_type = "conflict", status = 423)]
    Locked,
    #[error("The service failed")]
    #[tool_error(code = "BAD_GATEWAY", error_type = "unavailable", status = 502)]
    Gateway,
    #[error(transparent)]
    #[tool_error(transparent)]
    Inner(Box<Refused>),
}

/// An error can set another status of its error type. A status of any other error type is ignored.
#[test]
fn a_failure_can_have_its_own_status() {
    for (error, status) in [
        (Refused::Gone, 410),
        (Refused::Locked, 423),
        (Refused::Gateway, 502),
        (Refused::Inner(Box::new(Refused::Gone)), 410),
    ] {
        assert_eq!(respond(fail(error.into())).status(), status);
    }
    let gone = || ToolFailure::not_found("Spec", "auth").status(410);
    for (failure, status) in [
        (gone(), 410),
        (gone().code("SPEC_GONE"), 410),
        (gone().code("CONFLICT"), 409),
        (ToolFailure::conflict("taken").status(410), 409),
        (ToolFailure::conflict("taken").status(204), 409),
        (ToolFailure::feature_disabled("sso").status(402), 402),
    ] {
        let envelope = fail(failure);
        assert_eq!(envelope.status().http_status(), status);
        assert!(!envelope.as_str().contains(&status.to_string()), "it is no part of the envelope");
        assert_eq!(respond(envelope).status(), status);
    }
}

/// `Retry-After` is the rate limit's delay, or else the error's delay, or else, if a retry helps, the time until the rate limit ends.
#[test]
fn retry_after() {
    let limited = || ToolFailure::unavailable("down");
    let limit = RateLimit::new;
    let inside = |seconds: i64| {
        let time = Timestamp::now() + SignedDuration::from_secs(seconds);
        limit().reset_at(time.to_string())
    };
    for (failure, expected) in [
        (limited(), None),
        (limited().rate_limit(limit().limit(9)), None),
        (limited().rate_limit(limit().retry_after(7)).data("retry_after_seconds", 8), Some(7)),
        (limited().rate_limit(inside(500)).data("retry_after_seconds", 8), Some(8)),
        (limited().data("retry_after_seconds", 1.5), Some(2)),
        (limited().data("retry_after_seconds", -1), None),
        (limited().data("retry_after_seconds", "soon"), None),
        (limited().data("retry_after_seconds", None::<u64>), None),
        (limited().rate_limit(inside(-500)), Some(0)),
        (limited().rate_limit(limit().reset_at("tomorrow")), None),
        (limited().rate_limit(limit().reset_at("Thu, 04 Dec 2025 12:00:00 GMT")), Some(0)),
        (ToolFailure::rate_limited(9, "minute", 45), Some(45)),
        (ToolFailure::conflict("c").rate_limit(limit().retry_after(3)), Some(3)),
        (ToolFailure::conflict("c").rate_limit(inside(500)), None),
    ] {
        let response = respond(fail(failure.clone()));
        let found = response.headers().get("retry-after").map(|value| value.to_str().unwrap());
        assert_eq!(found.map(str::to_owned), expected.map(|n: u64| n.to_string()), "{failure:?}");
    }

    let response = respond(fail(limited().rate_limit(inside(500))));
    let seconds: u64 = response.headers()["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((400..=500).contains(&seconds), "{seconds}");
}

/// A client reads a delay from the response of another service: seconds, or the time until a date.
#[test]
fn the_header_of_another_service() {
    let read = |header: &str| {
        let mut response = Response::new(());
        response.headers_mut().insert("retry-after", header.parse().unwrap());
        envelope_runtime::http1::retry_after(response.headers())
    };
    let now: Timestamp = "2025-12-04T12:00:00Z".parse().unwrap();
    let now = SystemTime::try_from(now).unwrap();
    Frozen::new().timestamp(now).sync_scope(|| {
        assert_eq!(read("120"), Some(Duration::from_secs(120)));
        assert_eq!(read("Thu, 04 Dec 2025 12:00:45 GMT"), Some(Duration::from_secs(45)));
        assert_eq!(read("Thu, 04 Dec 2025 11:00:00 GMT"), Some(Duration::ZERO));
        assert_eq!(read("soon"), None);
    });
    assert_eq!(envelope_runtime::http1::retry_after(Response::new(()).headers()), None);
}

/// Frozen times determine the delay until the end of a limit, and the handler's duration.
#[tokio::test]
async fn a_response_is_frozen() {
    #[envelope_tool(dialect = "code-scalpel-v1", version = "3.2.8", tier = "pro")]
    async fn scan() -> Result<(), ToolFailure> {
        tokio::task::yield_now().await;
        Err(ToolFailure::unavailable("down")
            .rate_limit(RateLimit::new().reset_at("2026-01-02T13:57:44.5Z")))
    }

    let router = Router::new().route("/scan", get(scan)).layer(RequestIdLayer::new());
    let request = Request::get("/scan").header("x-request-id", "req_1").body(Body::empty());
    let now: Timestamp = "2026-01-02T13:57:00Z".parse().unwrap();
    let now = SystemTime::try_from(now).unwrap();
    let response = Frozen::new()
        .timestamp(now)
        .duration(Duration::from_millis(45))
        .scope(router.oneshot(request.unwrap()))
        .await
        .unwrap();
    assert_eq!(response.headers()["retry-after"], "45");
    let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    assert_eq!(
        std::str::from_utf8(&body).unwrap(),
        concat!(
            r#"{"tier":"pro","tool_version":"3.2.8","tool_id":"scan","request_id":"req_1","#,
            r#""capabilities":["envelope-v1"],"duration_ms":45,"#,
            r#""error":{"error":"down","error_code":"dependency_unavailable","#,
            r#""error_details":{"rate_limit":{"reset_at":"2026-01-02T13:57:44.5Z"}}},"#,
            r#""upgrade_hints":[],"data":null}"#,
        )
    );
}

/// `Retry-After` is the same in every dialect.
#[test]
fn retry_after_in_other_dialects() {
    #[envelope_tool(dialect = "code-scalpel-v1", tier = "pro")]
    fn scan() -> Result<(), ToolFailure> {
        Err(ToolFailure::rate_limited(9, "minute", 45))
    }

    assert_eq!(scan().retry_after(), Some(&RetryAfter::Delay(std::time::Duration::from_secs(45))));
    assert_eq!(respond(scan()).headers()["retry-after"], "45");
}

#[test]
fn the_request_id_is_a_header_if_it_can_be_one() {
    let with_id =
        |id: &str| respond(RequestId::new(id).sync_scope(|| fail(ToolFailure::conflict("c"))));
    assert_eq!(with_id("req_1").headers()["x-request-id"], "req_1");

    // This dialect allows any text as an id.
    #[envelope_tool(dialect = "mcp-2025-11-25")]
    fn any() -> Result<(), ToolFailure> {
        Ok(())
    }
    for id in ["two\nlines", "é", "\u{7f}"] {
        let response = respond(RequestId::new(id).sync_scope(any));
        assert!(!response.headers().contains_key("x-request-id"), "{id}");
    }

    // `X-Request-Id` is the id on the wire: the reply's own id, or the id that Code Scalpel generates.
    #[envelope_tool(dialect = "response-v2")]
    fn own() -> Result<response_v2::Reply<()>, ToolFailure> {
        Ok(response_v2::Reply::new(()).request_id("own/1"))
    }
    #[envelope_tool(dialect = "code-scalpel-v1", tier = "pro")]
    fn made() -> Result<code_scalpel::Reply<u8>, ToolFailure> {
        Ok(code_scalpel::Reply::new(1))
    }
    assert_eq!(respond(RequestId::new("req_1").sync_scope(own)).headers()["x-request-id"], "own_1");
    let response = respond(made());
    let wire: Value = serde_json::from_str(response.body()).unwrap();
    assert_eq!(response.headers()["x-request-id"], wire["request_id"].as_str().unwrap());
}

#[test]
fn a_tool_can_return_the_response() {
    #[envelope_tool(dialect = "response-v2", returns = Response<String>)]
    fn read(id: u8) -> Result<(), ToolFailure> {
        Err(ToolFailure::not_found("Spec", id))
    }

    #[envelope_tool(dialect = "response-v2", returns = Response<Vec<u8>>)]
    fn bytes() -> Result<(), ToolFailure> {
        Ok(())
    }

    assert_eq!(read(1).status(), StatusCode::NOT_FOUND);
    assert!(bytes().body().starts_with(b"{\"success\":true"));
}

/// If not even the failure can be written, the status is 500.
#[test]
fn a_dialect_that_fails() {
    #[envelope_tool(dialect = broken::Broken, returns = Response<String>)]
    fn fail() -> Result<(), ToolFailure> {
        Ok(())
    }

    assert_eq!(fail().status(), 500);
    assert!(fail().body().contains("INTERNAL_ERROR"));
}

#[test]
fn an_envelope_is_a_response_of_axum() {
    let response = fail(ToolFailure::forbidden("no")).into_response();
    assert_eq!(response.status(), StatusCode::FORBIDDEN);
}

fn app() -> Router {
    async fn slow(Query(query): Query<Value>) -> Envelope {
        let wait = query["ms"].as_str().and_then(|text| text.parse().ok()).unwrap_or(0);
        tokio::time::sleep(Duration::from_millis(wait)).await;
        ping().await
    }

    async fn ambient() -> Json<Value> {
        Json(json!(RequestId::current().map(|id| id.to_string())))
    }

    Router::new().route("/slow", get(slow)).route("/ambient", get(ambient))
}

async fn send(app: Router, uri: &str, headers: &[(&'static str, &[u8])]) -> Response<Body> {
    let mut request = Request::get(uri).body(Body::empty()).unwrap();
    for (name, value) in headers {
        let value = HeaderValue::from_bytes(value).unwrap();
        request.headers_mut().append(HeaderName::from_static(name), value);
    }
    app.oneshot(request).await.unwrap()
}

async fn body(response: Response<Body>) -> Value {
    let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    serde_json::from_slice(&bytes).unwrap()
}

#[tokio::test]
async fn the_layer_makes_the_header_the_ambient_id() {
    let app = app().layer(RequestIdLayer::new());
    let response = send(app.clone(), "/slow?ms=5", &[("x-request-id", b"req_7")]).await;
    assert_eq!(response.status(), StatusCode::OK);
    assert_eq!(response.headers()["x-request-id"], "req_7");
    assert_eq!(body(response).await["meta"]["request_id"], "req_7");

    assert_eq!(RequestId::current(), None);
}

/// The response repeats the header unchanged, whatever characters a dialect allows, and even if no tool was called.
#[tokio::test]
async fn the_layer_gives_the_header_back() {
    let app = app().layer(RequestIdLayer::new());
    let response = send(app.clone(), "/slow", &[("x-request-id", b"a/b.c")]).await;
    assert_eq!(response.headers()["x-request-id"], "a/b.c");
    assert_eq!(body(response).await["meta"]["request_id"], "a_b_c");
    let lost = send(app.clone(), "/nowhere", &[("x-request-id", b"req_9")]).await;
    assert_eq!(lost.status(), StatusCode::NOT_FOUND);
    assert_eq!(lost.headers()["x-request-id"], "req_9");

    let long = "x".repeat(128);
    let response = send(app, "/ambient", &[("x-request-id", long.as_bytes())]).await;
    assert_eq!(response.headers()["x-request-id"], *long);
    assert_eq!(body(response).await, *long);
}

/// A request without a valid id gets a new one, in the header and as the ambient id.
#[tokio::test]
async fn the_layer_makes_an_id() {
    let app = app().layer(RequestIdLayer::new());
    let mut ids = HashSet::new();
    let long = "x".repeat(129);
    for sent in [None, Some(&b""[..]), Some(b"\xff"), Some(b"not valid"), Some(long.as_bytes())] {
        let headers: Vec<_> = sent.iter().map(|id| ("x-request-id", *id)).collect();
        let response = send(app.clone(), "/ambient", &headers).await;
        let id = response.headers()["x-request-id"].to_str().unwrap().to_owned();
        assert_eq!(body(response).await, *id);
        assert!(id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit()), "{id}");
        assert!(ids.insert(id));
    }
    let lost = send(app, "/nowhere", &[]).await;
    assert_eq!(lost.headers()["x-request-id"].len(), 32);
}

/// A rejection of `axum` becomes an envelope if the handler takes it.
#[tokio::test]
async fn rejections() {
    #[derive(serde::Deserialize)]
    struct Page {
        size: u8,
    }

    #[envelope_tool(dialect = "response-v2", data = "size")]
    async fn query(page: Result<Query<Page>, QueryRejection>) -> Result<u8, ToolFailure> {
        Ok(page?.size)
    }

    #[envelope_tool(dialect = "response-v2", data = "size")]
    async fn path(size: Result<Path<u8>, PathRejection>) -> Result<u8, ToolFailure> {
        Ok(size?.0)
    }

    #[envelope_tool(dialect = "response-v2", data = "size")]
    async fn form(page: Result<Form<Page>, FormRejection>) -> Result<u8, ToolFailure> {
        Ok(page?.size)
    }

    #[envelope_tool(dialect = "response-v2", data = "size")]
    async fn json_body(page: Result<Json<Page>, JsonRejection>) -> Result<u8, ToolFailure> {
        Ok(page?.size)
    }

    let app = Router::new()
        .route("/query", get(query))
        .route("/path/{size}", get(path))
        .route("/unnamed", get(path))
        .route("/form", post(form))
        .route("/json", post(json_body))
        .layer(DefaultBodyLimit::max(100));
    let post = |uri: &str, content_type: &str, body: String| {
        Request::post(uri).header("content-type", content_type).body(Body::from(body)).unwrap()
    };
    let json = "application/json";
    let form = "application/x-www-form-urlencoded";
    let get = |uri: &str| Request::get(uri).body(Body::empty()).unwrap();
    for (request, status, code) in [
        (get("/query?size=7"), 200, None),
        (get("/query?size=x"), 400, Some("VALIDATION_ERROR")),
        (get("/path/7"), 200, None),
        (get("/path/x"), 400, Some("VALIDATION_ERROR")),
        (get("/unnamed"), 500, Some("INTERNAL_ERROR")),
        (post("/form", form, "size=7".to_owned()), 200, None),
        (post("/form", form, "size=x".to_owned()), 400, Some("VALIDATION_ERROR")),
        (post("/json", json, "{\"size\":7}".to_owned()), 200, None),
        (post("/json", json, "{".to_owned()), 400, Some("INVALID_FORMAT")),
        (post("/json", json, "{}".to_owned()), 400, Some("MISSING_REQUIRED")),
        (post("/json", "text/plain", "{}".to_owned()), 415, Some("UNSUPPORTED_MEDIA_TYPE")),
        (post("/json", json, "x".repeat(101)), 413, Some("TOO_LARGE")),
    ] {
        let uri = request.uri().to_string();
        let response = app.clone().oneshot(request).await.unwrap();
        assert_eq!(response.status(), status, "{uri}");
        let envelope = body(response).await;
        assert_eq!(envelope["data"]["error_code"].as_str(), code, "{uri}: {envelope}");
    }
}

#[tokio::test]
async fn the_layer_takes_another_header() {
    let layer = RequestIdLayer::new().header(HeaderName::from_static("x-correlation-id"));
    let headers = [("x-correlation-id", b"c" as &[u8]), ("x-request-id", b"r")];
    let response = send(app().layer(layer), "/ambient", &headers).await;
    assert_eq!(body(response).await, "c");
}

/// A layer is ready when its inner service is ready.
#[test]
fn the_layers_wait_for_the_inner_service() {
    #[derive(Clone)]
    struct Limited(Poll<Result<(), &'static str>>);

    impl Service<Request<Body>> for Limited {
        type Response = Response<String>;
        type Error = &'static str;
        type Future = std::future::Ready<Result<Response<String>, &'static str>>;

        fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), &'static str>> {
            self.0
        }

        fn call(&mut self, _: Request<Body>) -> Self::Future {
            std::future::ready(Ok(Response::default()))
        }
    }

    let context = &mut Context::from_waker(Waker::noop());
    let layer = DialectLayer::new(Dialects::of::<ResponseV2>());
    for inner in [Poll::Pending, Poll::Ready(Ok(())), Poll::Ready(Err("it is shut down"))] {
        assert_eq!(RequestIdLayer::new().layer(Limited(inner)).poll_ready(context), inner);
        assert_eq!(layer.layer(Limited(inner)).poll_ready(context), inner);
    }
}

/// If a client disconnects, its handler is dropped, and destructors can still log the id.
#[tokio::test]
async fn a_cancelled_handler_is_dropped_with_its_id() {
    struct Held(mpsc::Sender<Option<RequestId>>);

    impl Drop for Held {
        fn drop(&mut self) {
            self.0.send(RequestId::current()).unwrap();
        }
    }

    let (sender, dropped) = mpsc::channel();
    let handler = move || {
        let held = Held(sender.clone());
        async move {
            std::future::pending::<()>().await;
            drop(held);
        }
    };
    let app = Router::new().route("/", get(handler)).layer(RequestIdLayer::new());
    let response = send(app, "/", &[("x-request-id", b"req_1")]);
    assert!(tokio::time::timeout(Duration::from_millis(10), response).await.is_err());
    assert_eq!(dropped.try_recv(), Ok(Some(RequestId::new("req_1"))));
}

/// Requests that overlap on one thread keep their ids apart.
#[tokio::test]
async fn overlapping_requests() {
    let app = app().layer(RequestIdLayer::new());
    let requests = (0..50).map(|number| {
        let app = app.clone();
        tokio::spawn(async move {
            let id = format!("req_{number}");
            let uri = format!("/slow?ms={}", number % 7);
            let response = send(app, &uri, &[("x-request-id", id.as_bytes())]).await;
            assert_eq!(body(response).await["meta"]["request_id"], *id);
        })
    });
    for request in requests.collect::<Vec<_>>() {
        request.await.unwrap();
    }
}

/// Middleware answers with the failure of a tool: its settings, status, headers, data and request id.
#[tokio::test]
async fn middleware_refuses_a_request() {
    #[derive(Debug, thiserror::Error, ToolError)]
    #[error("Too many requests")]
    #[tool_error(code = "RATE_LIMITED", error_type = "rate_limit")]
    struct Limited {
        #[tool_error(rate_limit)]
        state: RateLimit,
        #[tool_error(data)]
        balance: u8,
    }

    async fn limit(_: Request<Body>, _: Next) -> Response<Body> {
        let error = Limited { state: RateLimit::new().retry_after(30), balance: 0 };
        Rfc9457::default().types("https://example.com/problems/").fail(error).into_response()
    }

    let app = app().layer(from_fn(limit)).layer(RequestIdLayer::new());
    let response = send(app, "/slow", &[("x-request-id", b"req_7")]).await;
    assert_eq!(response.status(), 429);
    assert_eq!(response.headers()["retry-after"], "30");
    assert_eq!(response.headers()["content-type"], "application/problem+json");
    let problem = body(response).await;
    assert_eq!(problem["type"], "https://example.com/problems/rate-limited");
    assert_eq!((&problem["balance"], &problem["request_id"]), (&json!(0), &json!("req_7")));
}

/// Fallbacks, refused dialects and middleware also use the settings of the dialect.
#[tokio::test]
async fn answers_outside_of_tools_have_the_settings() {
    const TYPES: &str = "https://example.com/problems/";

    let problems = || Rfc9457::default().types(TYPES);
    let routes = || {
        Router::new()
            .route("/specs", get(async || "specs"))
            .route("/panic", get(async || ToolFailure::internal("").envelope::<Rfc9457>()))
            .fallback(not_found::<Rfc9457>)
            .method_not_allowed_fallback(method_not_allowed::<Rfc9457>)
    };
    let scoped = AnyDialect::with(problems());
    let alone = routes().layer(from_fn(move |request: Request<Body>, next: Next| {
        scoped.clone().scope(next.run(request))
    }));
    let dialects = Dialects::of::<ResponseV2>().and::<Rfc9457>().with(problems());
    let first = Dialects::of::<Rfc9457>().with(problems());
    let negotiated = |dialects| routes().layer(DialectLayer::new(dialects));

    for (app, method, path, version, code) in [
        (alone.clone(), "GET", "/nowhere", "rfc9457", "not-found"),
        (alone.clone(), "PUT", "/specs", "rfc9457", "method-not-allowed"),
        (alone, "GET", "/panic", "rfc9457", "internal-error"),
        (negotiated(dialects), "GET", "/nowhere", "rfc9457", "not-found"),
        (negotiated(first), "GET", "/specs", "unknown", "validation-error"),
    ] {
        let request = Request::builder().method(method).uri(path).header("accept-version", version);
        let response = app.oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        let body: Value = serde_json::from_slice(&body).unwrap();
        assert_eq!(body["type"], format!("{TYPES}{code}"), "{body}");
    }
}
