//! The extractors of `axum` whose rejections a tool answers with its envelope, and the fallbacks of a router.

use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::rejection::{
    BytesRejection, ExtensionRejection, NestedPathRejection, RawFormRejection,
    RawPathParamsRejection, StringRejection,
};
use axum::extract::{
    ConnectInfo, DefaultBodyLimit, Extension, MatchedPath, NestedPath, RawForm, RawPathParams,
    Request, State,
};
use axum::http::{Response, StatusCode};
use axum::routing::{get, post, put};
use envelope_runtime::axum08::{
    DialectLayer, Form, Json, Path, Query, RequestIdLayer, method_not_allowed, not_found,
};
use envelope_runtime::code_scalpel::CodeScalpel;
use envelope_runtime::dialect::Dialect;
use envelope_runtime::dotbot::Dotbot;
use envelope_runtime::response_v2::ResponseV2;
use envelope_runtime::{
    Dialects, Envelope, ErrorType, Payload, ToolError, ToolFailure, envelope_tool,
};
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value, json};
use tower::{Service, ServiceExt};

const JSON: &str = "application/json";
const FORM: &str = "application/x-www-form-urlencoded";

#[derive(Debug, Serialize, Deserialize, Payload)]
struct NewSpec {
    title: String,
    #[serde(default)]
    page: Page,
}

#[derive(Debug, Default, Serialize, Deserialize)]
struct Page {
    size: u8,
}

#[envelope_tool(dialect = "response-v2", status = 201)]
async fn create(Json(spec): Json<NewSpec>) -> Result<NewSpec, ToolFailure> {
    if spec.title == "taken" { Err(ToolFailure::duplicate("Spec", "taken")) } else { Ok(spec) }
}

#[envelope_tool(dialect = "response-v2", data = "size")]
async fn search(page: Query<Page>) -> Result<u8, ToolFailure> {
    let Query(page) = page;
    Ok(page.size)
}

#[envelope_tool(dialect = "response-v2", data = "size")]
async fn submit(Form(Page { size }): Form<Page>) -> Result<u8, ToolFailure> {
    Ok(size)
}

#[envelope_tool(dialect = "response-v2", data = "path")]
async fn path<T: DeserializeOwned + Serialize + Send + 'static>(
    Path(parts): Path<T>,
) -> Result<T, ToolFailure> {
    Ok(parts)
}

#[envelope_tool(dialect = "response-v2", data("query", "form"))]
async fn pairs(
    Query(query): Query<Vec<(String, u8)>>,
    Form(form): Form<Vec<(String, String)>>,
) -> Result<(Vec<(String, u8)>, Vec<(String, String)>), ToolFailure> {
    Ok((query, form))
}

fn request(method: &str, uri: &str, content_type: Option<&str>, body: impl Into<Body>) -> Request {
    let request = Request::builder().method(method).uri(uri);
    let request = match content_type {
        Some(content_type) => request.header("content-type", content_type),
        None => request,
    };
    request.body(body.into()).unwrap()
}

async fn read(response: Response<Body>) -> (StatusCode, Value) {
    assert_eq!(response.headers()["content-type"], JSON);
    let status = response.status();
    let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    (status, serde_json::from_slice(&bytes).unwrap())
}

async fn send(app: &Router, request: Request) -> (StatusCode, Value) {
    read(app.clone().oneshot(request).await.unwrap()).await
}

/// Asserts the status, code, field and message of a rejection.
#[track_caller]
fn assert_rejected(
    (status, envelope): (StatusCode, Value),
    expected_status: u16,
    code: &str,
    field: Option<&str>,
    message: &str,
) {
    assert_eq!(status, expected_status, "{envelope}");
    assert_eq!(envelope["success"], false);
    assert_eq!(envelope["error"], message);
    assert_eq!(envelope["data"]["error_code"], code, "{envelope}");
    assert_eq!(envelope["data"]["error_type"], "validation");
    assert_eq!(envelope["data"]["details"]["field"].as_str(), field, "{envelope}");
    assert!(envelope["data"]["remediation"].is_string(), "{envelope}");
}

#[tokio::test]
async fn a_body_of_json() {
    let app = Router::new().route("/", post(create)).layer(DefaultBodyLimit::max(100));
    let send = |content_type, body: &str| {
        let request = request("POST", "/", content_type, body.to_owned());
        let app = app.clone();
        async move { send(&app, request).await }
    };
    let (status, envelope) = send(Some(JSON), r#"{"title":"a","page":{"size":7}}"#).await;
    assert_eq!(status, 201);
    let spec = NewSpec { title: "a".to_owned(), page: Page::default() };
    let created = create(Json(Ok(spec).into())).await;
    assert!(created.is_success() && created.error_code().is_none());
    assert_eq!(created.to_string(), created.as_str());
    envelope_client::assert_contract!("response-v2", created);
    assert_eq!(envelope["data"], json!({"title": "a", "page": {"size": 7}}));
    assert_eq!(send(Some("application/vnd.acme+json"), r#"{"title":"a"}"#).await.0, 201);

    let missing = send(Some(JSON), "{}").await;
    assert_eq!(
        missing.1,
        json!({
            "success": false,
            "data": {
                "error_code": "MISSING_REQUIRED",
                "error_type": "validation",
                "remediation": "Add `title` to the JSON body",
                "details": {
                    "field": "title",
                    "problems": [{"field": "title", "problem": "missing"}]
                }
            },
            "error": "Invalid JSON body: `title` is missing",
            "meta": {"version": "response-v2"}
        })
    );
    assert_eq!(missing.0, 400);

    assert_rejected(
        send(Some(JSON), r#"{"title":"a","page":{}}"#).await,
        400,
        "MISSING_REQUIRED",
        Some("page.size"),
        "Invalid JSON body: `page.size` is missing",
    );
    let wrong = send(Some(JSON), r#"{"title":"a","page":{"size":300}}"#).await;
    assert_eq!(wrong.1["data"]["remediation"], "Correct `page.size` in the JSON body");
    assert_rejected(
        wrong,
        400,
        "VALIDATION_ERROR",
        Some("page.size"),
        "Invalid JSON body: `page.size` is out of range, expected an integer from 0 to 255",
    );
    assert_rejected(
        send(Some(JSON), "7").await,
        400,
        "VALIDATION_ERROR",
        None,
        "Invalid JSON body: the value is an integer, expected an object",
    );
    for (body, problem) in [
        ("", "EOF while parsing a value at line 1 column 0"),
        ("{\"title\":", "EOF while parsing a value at line 1 column 9"),
        ("{\"title\":\"a\"} x", "trailing characters at line 1 column 15"),
    ] {
        let message = format!("Invalid JSON body: {problem}");
        assert_rejected(send(Some(JSON), body).await, 400, "INVALID_FORMAT", None, &message);
    }
    for content_type in [None, Some("text/plain"), Some("application/xml"), Some("no type")] {
        let refused = send(content_type, "{}").await;
        assert_eq!(refused.1["data"]["details"], json!({"expected": JSON}));
        assert_rejected(
            refused,
            415,
            "UNSUPPORTED_MEDIA_TYPE",
            None,
            "Invalid JSON body: the header `content-type` is not application/json",
        );
    }
    let large = send(Some(JSON), &"x".repeat(101)).await;
    assert_rejected(large, 413, "TOO_LARGE", None, "The body is too large");
}

/// `status` does not change the status of failures.
#[tokio::test]
async fn the_status_of_a_success() {
    let app = Router::new().route("/", post(create));
    let taken = request("POST", "/", Some(JSON), r#"{"title":"taken"}"#);
    let (status, envelope) = send(&app, taken).await;
    assert_eq!(status, 409);
    assert_eq!(envelope["data"]["error_code"], "DUPLICATE_ENTRY");

    #[envelope_tool(dialect = "response-v2", request_id = "req_1", status = 202)]
    fn accept() -> Result<(), ToolFailure> {
        Ok(())
    }

    let response: Response<String> = accept().into();
    assert_eq!(response.status(), 202);
    assert_eq!(response.headers()["x-request-id"], "req_1");
    assert!(accept().0.is_success());

    struct Api;

    #[envelope_tool(dialect = "response-v2", status = 203)]
    impl Api {
        #[envelope_tool]
        fn inherits() -> Result<(), ToolFailure> {
            Ok(())
        }

        #[envelope_tool(returns = Response<String>)]
        fn overrides() -> Result<(), ToolFailure> {
            Ok(())
        }
    }

    assert_eq!(Response::<String>::from(Api::inherits()).status(), 203);
    assert_eq!(Api::overrides().status(), 200);
}

#[tokio::test]
async fn a_form() {
    let app = Router::new().route("/", get(submit).post(submit)).layer(DefaultBodyLimit::max(50));
    let (status, envelope) = send(&app, request("POST", "/", Some(FORM), "size=7")).await;
    assert_eq!((status, &envelope["data"]["size"]), (StatusCode::OK, &json!(7)));
    assert_eq!(send(&app, request("GET", "/?size=7", None, "")).await.0, 200);

    for (method, uri, body) in [("POST", "/", "size=x"), ("GET", "/?size=x", "")] {
        assert_rejected(
            send(&app, request(method, uri, Some(FORM), body)).await,
            400,
            "VALIDATION_ERROR",
            Some("size"),
            "Invalid form: `size` has the wrong type, expected an integer from 0 to 255",
        );
    }
    assert_rejected(
        send(&app, request("POST", "/", Some(FORM), "")).await,
        400,
        "MISSING_REQUIRED",
        Some("size"),
        "Invalid form: `size` is missing",
    );
    assert_rejected(
        send(&app, request("POST", "/", Some(JSON), "{}")).await,
        415,
        "UNSUPPORTED_MEDIA_TYPE",
        None,
        "Invalid form: the header `content-type` is not application/x-www-form-urlencoded",
    );
    let large = send(&app, request("POST", "/", Some(FORM), "x".repeat(51))).await;
    assert_rejected(large, 413, "TOO_LARGE", None, "The body is too large");
}

#[tokio::test]
async fn a_query_string() {
    let app = Router::new().route("/", get(search));
    let (status, envelope) = send(&app, request("GET", "/?size=7", None, "")).await;
    assert_eq!((status, &envelope["data"]["size"]), (StatusCode::OK, &json!(7)));

    let missing = send(&app, request("GET", "/", None, "")).await;
    assert_eq!(missing.1["data"]["remediation"], "Add `size` to the query string");
    let message = "Invalid query string: `size` is missing";
    assert_rejected(missing, 400, "MISSING_REQUIRED", Some("size"), message);
    assert_rejected(
        send(&app, request("GET", "/?size=x", None, "")).await,
        400,
        "VALIDATION_ERROR",
        Some("size"),
        "Invalid query string: `size` has the wrong type, expected an integer from 0 to 255",
    );
    assert_rejected(
        send(&app, request("GET", "/?size=1&size=2", None, "")).await,
        400,
        "VALIDATION_ERROR",
        Some("size"),
        "Invalid query string: `size` is invalid (it is given twice)",
    );
}

#[tokio::test]
async fn lists_of_pairs() {
    let app = Router::new().route("/", post(pairs));
    let sent = request("POST", "/?id=1&id=2", Some(FORM), "tag=b&tag=a&tag=b");
    let (status, envelope) = send(&app, sent).await;
    assert_eq!(status, 200, "{envelope}");
    assert_eq!(envelope["data"]["query"], json!([["id", 1], ["id", 2]]));
    assert_eq!(envelope["data"]["form"], json!([["tag", "b"], ["tag", "a"], ["tag", "b"]]));
    assert_rejected(
        send(&app, request("POST", "/?id=1&id=x", Some(FORM), "")).await,
        400,
        "VALIDATION_ERROR",
        Some("[1][1]"),
        "Invalid query string: `[1][1]` has the wrong type, expected an integer from 0 to 255",
    );
}

/// Every kind of error that `axum` has for a path.
#[tokio::test]
async fn a_path() {
    #[derive(Serialize, Deserialize)]
    struct Named {
        id: u8,
    }

    #[derive(Serialize)]
    struct Even(u8);

    impl<'de> Deserialize<'de> for Even {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let number = u8::deserialize(deserializer)?;
            if number.is_multiple_of(2) {
                Ok(Self(number))
            } else {
                Err(D::Error::custom(format_args!("{number}: it is odd")))
            }
        }
    }

    #[derive(Serialize, Deserialize)]
    struct Host {
        ip: IpAddr,
    }

    let app = Router::new()
        .route("/named/{id}", get(path::<Named>))
        .route("/other/{name}", get(path::<Named>))
        .route("/single/{id}", get(path::<u8>))
        .route("/text/{id}", get(path::<String>))
        .route("/pair/{a}/{b}", get(path::<(u8, u8)>))
        .route("/even/{id}", get(path::<Even>))
        .route("/ip/{ip}", get(path::<IpAddr>))
        .route("/host/{ip}", get(path::<Host>))
        .route("/three/{a}/{b}/{c}", get(path::<(u8, u8)>))
        .route("/nested/{id}", get(path::<Vec<Vec<Vec<u8>>>>))
        .route("/unnamed", get(path::<u8>));
    for uri in ["/named/7", "/single/7", "/text/7", "/pair/7/7", "/even/8", "/ip/::1", "/host/::1"]
    {
        assert_eq!(send(&app, request("GET", uri, None, "")).await.0, 200, "{uri}");
    }
    for (uri, code, field, message) in [
        (
            "/named/x",
            "VALIDATION_ERROR",
            Some("id"),
            "`id` has the wrong type, expected an integer from 0 to 255",
        ),
        (
            "/named/300",
            "VALIDATION_ERROR",
            Some("id"),
            "`id` has the wrong type, expected an integer from 0 to 255",
        ),
        ("/other/7", "MISSING_REQUIRED", Some("id"), "`id` is missing"),
        (
            "/single/x",
            "VALIDATION_ERROR",
            Some("id"),
            "`id` has the wrong type, expected an integer from 0 to 255",
        ),
        (
            "/pair/7/x",
            "VALIDATION_ERROR",
            Some("b"),
            "`b` has the wrong type, expected an integer from 0 to 255",
        ),
        ("/even/7", "VALIDATION_ERROR", Some("id"), "`id` is invalid (… it is odd)"),
        ("/ip/x", "VALIDATION_ERROR", Some("ip"), "`ip` is invalid (invalid IP address syntax)"),
        ("/host/x", "VALIDATION_ERROR", Some("ip"), "`ip` is invalid (invalid IP address syntax)"),
        ("/text/%ff", "INVALID_FORMAT", Some("id"), "id: it is not UTF-8"),
    ] {
        let rejected = send(&app, request("GET", uri, None, "")).await;
        assert_rejected(rejected, 400, code, field, &format!("Invalid path: {message}"));
    }
    // Mistakes in the server.
    for uri in ["/three/1/2/3", "/nested/7", "/unnamed"] {
        let (status, envelope) = send(&app, request("GET", uri, None, "")).await;
        assert_eq!(status, 500, "{uri}");
        assert_eq!(envelope["data"]["error_code"], "INTERNAL_ERROR");
        assert_eq!(envelope["error"], "An internal error occurred");
    }
    // Without the router, nothing is captured.
    let alone = get(path::<u8>).oneshot(request("GET", "/", None, "")).await.unwrap();
    assert_eq!(read(alone).await.0, 500);
}

/// The body ends too early, and the caller does not learn the reason.
#[tokio::test]
async fn a_body_that_cannot_be_read() {
    struct Torn;

    impl http_body::Body for Torn {
        type Data = Bytes;
        type Error = std::io::Error;

        fn poll_frame(
            self: std::pin::Pin<&mut Self>,
            _: &mut std::task::Context<'_>,
        ) -> std::task::Poll<Option<Result<http_body::Frame<Bytes>, std::io::Error>>> {
            std::task::Poll::Ready(Some(Err(std::io::Error::other("10.0.0.7 hung up"))))
        }
    }

    let app = Router::new().route("/json", post(create)).route("/form", post(submit));
    for (uri, content_type) in [("/json", JSON), ("/form", FORM)] {
        assert_rejected(
            send(&app, request("POST", uri, Some(content_type), Body::new(Torn))).await,
            400,
            "VALIDATION_ERROR",
            None,
            "The body cannot be read to its end",
        );
    }
}

/// Messages truncate the caller's text.
#[tokio::test]
async fn messages_are_short() {
    let app = Router::new().route("/{id}", get(path::<u8>)).route("/", get(search));
    let long = "x".repeat(5_000);
    for uri in [format!("/{long}"), format!("/?{long}=1"), format!("/?size={long}")] {
        let (status, envelope) = send(&app, request("GET", &uri, None, "")).await;
        assert_eq!(status, 400);
        assert!(envelope.to_string().len() < 1_000, "{envelope}");
    }
}

/// Extractors can be combined, and used under another dialect. The tool's error needs no variant for rejections.
#[tokio::test]
async fn several_extractors() {
    #[derive(Debug, thiserror::Error, ToolError)]
    enum SpecError {
        #[error("spec {id} is gone")]
        #[tool_error(code = "SPEC_GONE", error_type = "not_found")]
        Gone { id: u32 },
    }

    #[envelope_tool(
        dialect = "dotbot-mcp-response@1",
        tool = "specs.update",
        summary("Updated {}.", data.title)
    )]
    async fn update(
        State(suffix): State<&'static str>,
        Path(id): Path<u32>,
        Query(page): Query<Page>,
        Json(mut spec): Json<NewSpec>,
    ) -> Result<NewSpec, SpecError> {
        if id == 0 {
            return Err(SpecError::Gone { id });
        }
        spec.title = format!("{id}{suffix}");
        spec.page = page;
        Ok(spec)
    }

    let app = Router::new()
        .route("/specs/{id}", put(update))
        .with_state("!")
        .layer(RequestIdLayer::new());
    let put = |uri: &str, body: &str| request("PUT", uri, Some(JSON), body.to_owned());
    let (status, envelope) = send(&app, put("/specs/7?size=3", r#"{"title":"a"}"#)).await;
    assert_eq!(status, 200);
    assert_eq!(envelope["data"], json!({"title": "7!", "page": {"size": 3}}));

    let mut bad = put("/specs/7?size=3", r#"{"title":true}"#);
    bad.headers_mut().insert("x-request-id", "req_1".parse().unwrap());
    let (status, envelope) = send(&app, bad).await;
    assert_eq!(status, 400);
    assert_eq!(envelope["audit"]["correlation_id"], "req_1");
    assert_eq!(
        envelope["errors"],
        json!([{
            "code": "VALIDATION_ERROR",
            "message": "Invalid JSON body: `title` is a boolean, expected a string",
            "details": {
                "remediation": "Correct `title` in the JSON body",
                "field": "title",
                "problems": [
                    {"field": "title", "problem": "wrong_type", "expected": "a string"}
                ]
            }
        }])
    );
    let (status, envelope) = send(&app, put("/specs/0?size=3", r#"{"title":"a"}"#)).await;
    assert_eq!((status.as_u16(), &envelope["errors"][0]["code"]), (404, &json!("SPEC_GONE")));
    // The first rejection is returned.
    for (uri, body, field) in [("/specs/x?size=3", "{}", "id"), ("/specs/7?size=x", "{}", "size")] {
        let (status, envelope) = send(&app, put(uri, body)).await;
        assert_eq!(status, 400);
        assert_eq!(envelope["errors"][0]["details"]["field"], field);
    }
}

#[tokio::test]
async fn what_can_be_absent() {
    #[envelope_tool(dialect = "response-v2", data = "title")]
    async fn maybe(spec: Option<Json<NewSpec>>) -> Result<Option<String>, ToolFailure> {
        Ok(spec.map(|Json(spec)| spec.title))
    }

    #[envelope_tool(dialect = "response-v2", data = "id")]
    async fn maybe_id(id: Option<Path<u8>>) -> Result<Option<u8>, ToolFailure> {
        Ok(id.map(|Path(id)| id))
    }

    #[envelope_tool(dialect = "response-v2", data = "size")]
    async fn maybe_size(page: Option<Query<Page>>) -> Result<Option<u8>, ToolFailure> {
        Ok(page.map(|Query(page)| page.size))
    }

    let app = Router::new().route("/", post(maybe).get(maybe_id)).route("/{id}", get(maybe_id));
    let app = app.route("/pages/all", get(maybe_size));
    for (request, status, data) in [
        (request("POST", "/", None, ""), 200, json!({"title": null})),
        (request("POST", "/", Some(JSON), r#"{"title":"a"}"#), 200, json!({"title": "a"})),
        (request("GET", "/", None, ""), 200, json!({"id": null})),
        (request("GET", "/7", None, ""), 200, json!({"id": 7})),
        (request("GET", "/pages/all", None, ""), 200, json!({"size": null})),
        (request("GET", "/pages/all?size=7", None, ""), 200, json!({"size": 7})),
    ] {
        let (found, envelope) = send(&app, request).await;
        assert_eq!((found.as_u16(), &envelope["data"]), (status, &data));
    }
    for request in [
        request("POST", "/", Some(JSON), "{}"),
        request("GET", "/x", None, ""),
        request("GET", "/pages/all?size=x", None, ""),
    ] {
        assert_eq!(send(&app, request).await.0, 400);
    }
}

/// The argument can be a pattern or a name, and the tool can return its outcome in any form.
#[tokio::test]
async fn patterns_and_shapes() {
    static RUNS: AtomicUsize = AtomicUsize::new(0);

    struct Api;

    #[envelope_tool(dialect = "response-v2", data = "title")]
    impl Api {
        #[envelope_tool]
        async fn taken_apart(
            Json(NewSpec { mut title, page: Page { size } }): Json<NewSpec>,
        ) -> Result<String, ToolFailure> {
            RUNS.fetch_add(1, Ordering::Relaxed);
            title.push_str(&"!".repeat(size.into()));
            Ok(title)
        }

        #[envelope_tool(catch_panic)]
        async fn named(
            mut spec: envelope_runtime::axum08::Json<NewSpec>,
        ) -> Result<String, ToolFailure> {
            RUNS.fetch_add(1, Ordering::Relaxed);
            let size: usize = spec.page.size.into();
            spec.title.push_str(&"!".repeat(size));
            Ok(spec.0.title)
        }

        #[envelope_tool(timeout = Duration::from_secs(60))]
        fn future(
            Query(query): Query<Value>,
            Json(spec): Json<NewSpec>,
        ) -> impl Future<Output = Result<String, ToolFailure>> {
            RUNS.fetch_add(1, Ordering::Relaxed);
            let size: usize = spec.page.size.into();
            async move {
                assert_eq!(query, json!({}));
                Ok(spec.title + &"!".repeat(size))
            }
        }

        #[envelope_tool(dialects("response-v2", "mcp-2025-11-25"), catch_panic)]
        fn boxed(
            Query(_): Query<Value>,
            Json(spec): Json<NewSpec>,
        ) -> Pin<Box<dyn Future<Output = Result<String, ToolFailure>> + Send>> {
            RUNS.fetch_add(1, Ordering::Relaxed);
            Box::pin(async move { Ok(spec.title + &"!".repeat(spec.page.size.into())) })
        }

        /// A tool that is not a handler allows patterns, too.
        #[envelope_tool]
        fn sync(Json(spec): Json<NewSpec>) -> Result<String, ToolFailure> {
            Ok(spec.title)
        }
    }

    let app = Router::new()
        .route("/taken_apart", post(Api::taken_apart))
        .route("/named", post(Api::named))
        .route("/future", post(Api::future))
        .route("/boxed", post(Api::boxed));
    for (runs, uri) in (1..).zip(["/taken_apart", "/named", "/future", "/boxed"]) {
        let send = |body: &str| send(&app, request("POST", uri, Some(JSON), body.to_owned()));
        let (status, envelope) = send(r#"{"title":"a","page":{"size":3}}"#).await;
        assert_eq!((status.as_u16(), &envelope["data"]["title"]), (200, &json!("a!!!")), "{uri}");
        assert_rejected(
            send(r#"{"title":"a","page":{}}"#).await,
            400,
            "MISSING_REQUIRED",
            Some("page.size"),
            "Invalid JSON body: `page.size` is missing",
        );
        // The body of a tool runs only if everything fits.
        assert_eq!(RUNS.load(Ordering::Relaxed), runs, "{uri}");
    }

    let spec = NewSpec { title: "a".to_owned(), page: Page { size: 0 } };
    assert!(Api::sync(Json(Ok(spec).into())).is_success());
}

/// A rejection is in the caller's contract.
#[tokio::test]
async fn a_rejection_is_negotiated() {
    #[envelope_tool(dialects("response-v2", "dotbot-mcp-response@1"), summary("Found."))]
    async fn find(Path(_): Path<u8>) -> Result<(), ToolFailure> {
        Ok(())
    }

    let dialects = Dialects::of::<ResponseV2>().and::<Dotbot>();
    let app = Router::new().route("/{id}", get(find)).layer(DialectLayer::new(dialects));
    let mut other = request("GET", "/x", None, "");
    other.headers_mut().insert("accept-version", "dotbot-mcp-response@1".parse().unwrap());
    let (status, envelope) = send(&app, other).await;
    assert_eq!(status, 400);
    assert_eq!(envelope["tool"], "find");
    assert_eq!(
        envelope["errors"][0]["message"],
        "Invalid path: `id` has the wrong type, expected an integer from 0 to 255"
    );
}

/// The macro ignores a user's own types named `Path`, `Query` or `Json`.
#[test]
fn other_types_of_these_names() {
    mod own {
        pub(super) struct Path<T>(pub(super) T);

        #[derive(Clone, Copy)]
        pub(super) struct Query<'a, T>(pub(super) &'a T);

        pub(super) struct Json<T> {
            pub(super) value: T,
        }
    }

    #[envelope_tool(dialect = "response-v2", data = "n")]
    fn sync(own::Path(n): own::Path<u8>, path: &std::path::Path) -> Result<u8, ToolFailure> {
        assert!(path.is_relative());
        Ok(n)
    }

    #[envelope_tool(dialect = "response-v2", data = "n")]
    async fn generic<T: Serialize + Clone>(
        own::Path(n): own::Path<T>,
        own::Query(m): own::Query<'_, T>,
        json: Option<own::Json<T>>,
    ) -> Result<Vec<T>, ToolFailure> {
        Ok([n, m.clone()].into_iter().chain(json.map(|json| json.value)).collect())
    }

    let path = std::path::Path::new("a");
    assert_eq!(envelope_client::data::<Value>(&sync(own::Path(7), path)).unwrap(), json!({"n": 7}));
    let own_json = Some(own::Json { value: "c" });
    let envelope = block_on(generic(own::Path("a"), own::Query(&"b"), own_json));
    assert_eq!(envelope_client::data::<Value>(&envelope).unwrap(), json!({"n": ["a", "b", "c"]}));
}

fn block_on(future: impl Future<Output = Envelope>) -> Envelope {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(future)
}

/// The other extractors of `axum`, each in a `Result`.
#[tokio::test]
async fn other_rejections() {
    #[envelope_tool(dialect = "response-v2", data = "length")]
    async fn text(body: Result<String, StringRejection>) -> Result<usize, ToolFailure> {
        Ok(body?.len())
    }

    #[envelope_tool(dialect = "response-v2", data = "length")]
    async fn bytes(body: Result<Bytes, BytesRejection>) -> Result<usize, ToolFailure> {
        Ok(body?.len())
    }

    #[envelope_tool(dialect = "response-v2", data = "length")]
    async fn form(body: Result<RawForm, RawFormRejection>) -> Result<usize, ToolFailure> {
        Ok(body?.0.len())
    }

    #[envelope_tool(dialect = "response-v2", data = "length")]
    async fn parts(
        parts: Result<RawPathParams, RawPathParamsRejection>,
    ) -> Result<usize, ToolFailure> {
        Ok(parts?.iter().count())
    }

    #[envelope_tool(dialect = "response-v2", data = "number")]
    async fn extension(
        extension: Result<Extension<u8>, ExtensionRejection>,
    ) -> Result<u8, ToolFailure> {
        Ok(extension?.0)
    }

    #[envelope_tool(dialect = "response-v2", data = "path")]
    async fn nested(path: Result<NestedPath, NestedPathRejection>) -> Result<String, ToolFailure> {
        Ok(path?.as_str().to_owned())
    }

    let app = Router::new()
        .route("/text", post(text))
        .route("/bytes", post(bytes))
        .route("/form", post(form))
        .route("/parts/{part}", post(parts))
        .route("/extension", post(extension))
        .route("/nested", post(nested))
        .layer(DefaultBodyLimit::max(10));
    for (uri, body, status, code) in [
        ("/text", &b"abc"[..], 200, None),
        ("/text", b"\xff", 400, Some("INVALID_FORMAT")),
        ("/text", &[b'x'; 11], 413, Some("TOO_LARGE")),
        ("/bytes", b"\xff", 200, None),
        ("/bytes", &[b'x'; 11], 413, Some("TOO_LARGE")),
        ("/form", b"", 415, Some("UNSUPPORTED_MEDIA_TYPE")),
        ("/parts/a", b"", 200, None),
        ("/parts/%ff", b"", 400, Some("INVALID_FORMAT")),
        ("/extension", b"", 500, Some("INTERNAL_ERROR")),
        ("/nested", b"", 500, Some("INTERNAL_ERROR")),
    ] {
        let (found, envelope) = send(&app, request("POST", uri, None, body.to_owned())).await;
        assert_eq!(found, status, "{uri}: {envelope}");
        assert_eq!(envelope["data"]["error_code"].as_str(), code, "{uri}: {envelope}");
    }
    for (uri, content_type) in [("/text", None), ("/bytes", None), ("/form", Some(FORM))] {
        let too_large = request("POST", uri, content_type, "x".repeat(11));
        let (status, envelope) = send(&app, too_large).await;
        assert_eq!(status, 413, "{uri}");
        assert_eq!(envelope["data"]["error_code"], "TOO_LARGE", "{uri}");
        assert_eq!(envelope["data"]["remediation"], "Send a smaller body", "{uri}");
        assert_eq!(envelope["error"], "The body is too large", "{uri}");
    }
}

/// The address of a client and the route of a request, which not every server knows.
#[tokio::test]
async fn facts_that_a_server_may_lack() {
    #[envelope_tool(dialect = "response-v2", data("client", "route"))]
    async fn facts(
        client: Option<Extension<ConnectInfo<SocketAddr>>>,
        route: Option<MatchedPath>,
    ) -> Result<(Option<SocketAddr>, Option<String>), ToolFailure> {
        let client = client.map(|Extension(ConnectInfo(address))| address);
        Ok((client, route.map(|route| route.as_str().to_owned())))
    }

    #[envelope_tool(dialect = "response-v2", data("client", "route"))]
    async fn required(
        ConnectInfo(client): ConnectInfo<SocketAddr>,
        route: MatchedPath,
    ) -> Result<(SocketAddr, String), ToolFailure> {
        Ok((client, route.as_str().to_owned()))
    }

    let app = Router::new()
        .route("/facts/{name}", get(facts))
        .route("/required/{name}", get(required))
        .fallback(facts);
    let unknown = send(&app, request("GET", "/other", None, "")).await;
    assert_eq!(unknown.1["data"], json!({"client": null, "route": null}));

    let client = SocketAddr::from(([127, 0, 0, 1], 4711));
    let mut server = app.into_make_service_with_connect_info::<SocketAddr>();
    let service = server.call(client).await.unwrap();
    for (uri, route) in
        [("/facts/a", "/facts/{name}"), ("/required/a", "/required/{name}"), ("/other", "")]
    {
        let response = service.clone().oneshot(request("GET", uri, None, "")).await.unwrap();
        let route = (!route.is_empty()).then_some(route);
        let expected = json!({"client": "127.0.0.1:4711", "route": route});
        assert_eq!(read(response).await.1["data"], expected, "{uri}");
    }
}

/// A problem of RFC 9457 lists the problems of its arguments among the details.
#[tokio::test]
async fn a_problem_lists_the_problems_of_a_body() {
    #[envelope_tool(dialect = "rfc9457")]
    async fn title(Json(spec): Json<NewSpec>) -> Result<String, ToolFailure> {
        Ok(spec.title)
    }

    let app = Router::new().route("/", post(title));
    let response = app.oneshot(request("POST", "/", Some(JSON), "{}")).await.unwrap();
    assert_eq!(response.headers()["content-type"], "application/problem+json");
    let problem = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    assert_eq!(
        serde_json::from_slice::<Value>(&problem).unwrap(),
        json!({
            "type": "about:blank",
            "title": "Bad Request",
            "status": 400,
            "detail": "Invalid JSON body: `title` is missing",
            "code": "MISSING_REQUIRED",
            "category": "validation",
            "retryable": false,
            "remediation": "Add `title` to the JSON body",
            "details": {"field": "title", "problems": [{"field": "title", "problem": "missing"}]}
        })
    );
}

/// A test can give a tool the rejection of `axum`, which is an error like any other.
#[tokio::test]
async fn a_rejection_is_an_error() {
    use axum::extract::FromRequest;

    #[envelope_tool(dialect = "response-v2", data = "number")]
    fn double(Json(number): Json<u8>) -> Result<u8, ToolFailure> {
        Ok(number * 2)
    }

    let rejected = request("POST", "/", Some(JSON), "x");
    let rejection = axum::Json::<u8>::from_request(rejected, &()).await.unwrap_err();
    let envelope = double(Json(Err(rejection.into()).into()));
    assert_eq!(envelope.error_code(), Some("INVALID_FORMAT"));
    let message = "Invalid JSON body: expected value at line 1 column 1";
    assert_eq!(envelope.to_value().unwrap()["error"], message);
}

fn with_fallbacks<D: Dialect>() -> Router {
    Router::new()
        .route("/specs", get(search).put(create))
        .fallback(not_found::<D>)
        .method_not_allowed_fallback(method_not_allowed::<D>)
        .layer(RequestIdLayer::new())
}

#[tokio::test]
async fn no_route() {
    let app = with_fallbacks::<ResponseV2>();
    let mut nowhere = request("GET", "/spec?secret=1", None, "");
    nowhere.headers_mut().insert("x-request-id", "req_1".parse().unwrap());
    let (status, envelope) = send(&app, nowhere).await;
    assert_eq!(status, 404);
    assert_eq!(
        envelope,
        json!({
            "success": false,
            "data": {
                "error_code": "NOT_FOUND",
                "error_type": "not_found",
                "details": {"resource_type": "route", "resource_id": "/spec"}
            },
            "error": "Route not found: /spec",
            "meta": {"version": "response-v2", "request_id": "req_1"}
        })
    );
    let long = send(&app, request("GET", &format!("/{}", "x".repeat(5_000)), None, "")).await;
    assert!(long.1.to_string().len() < 1_000);
}

#[tokio::test]
async fn no_such_method() {
    let app = with_fallbacks::<ResponseV2>();
    let mut delete = request("DELETE", "/specs", None, "");
    delete.headers_mut().insert("x-request-id", "req_1".parse().unwrap());
    let response = app.oneshot(delete).await.unwrap();
    assert_eq!(response.headers()["allow"], "GET,HEAD,PUT");
    let (status, envelope) = read(response).await;
    assert_eq!(status, 405);
    assert_eq!(
        envelope,
        json!({
            "success": false,
            "data": {
                "error_code": "METHOD_NOT_ALLOWED",
                "error_type": "validation",
                "remediation": "Send one of the methods in the response header `allow`",
                "details": {"method": "DELETE"}
            },
            "error": "/specs has no method DELETE",
            "meta": {"version": "response-v2", "request_id": "req_1"}
        })
    );
}

/// Contracts with the name and the source of a tool get the fallback's name and source file.
#[tokio::test]
async fn fallbacks_in_other_dialects() {
    let (status, envelope) =
        send(&with_fallbacks::<Dotbot>(), request("GET", "/spec", None, "")).await;
    assert_eq!(status, 404);
    assert_eq!(envelope["tool"], "not_found");
    assert_eq!(envelope["errors"][0]["code"], "NOT_FOUND");
    assert_eq!(envelope["audit"]["source"], "envelope-runtime/src/axum08/fallback.rs");

    let (status, envelope) =
        send(&with_fallbacks::<CodeScalpel>(), request("POST", "/specs", None, "")).await;
    assert_eq!(status, 405);
    assert_eq!(envelope["tool_id"], "method_not_allowed");
    assert_eq!(envelope["tier"], "community");
    assert_eq!(envelope["error"]["error_code"], "invalid_argument");
}

/// Custom failures get the code's status, too.
#[test]
fn codes_with_a_status() {
    #[envelope_tool(dialect = "response-v2")]
    fn fail(code: &'static str) -> Result<(), ToolFailure> {
        Err(ToolFailure::custom(code, ErrorType::Validation, "m"))
    }

    for (code, status) in [
        ("METHOD_NOT_ALLOWED", 405),
        ("TOO_LARGE", 413),
        ("UNSUPPORTED_MEDIA_TYPE", 415),
        ("OTHER", 400),
    ] {
        let envelope: Envelope = fail(code);
        assert_eq!(Response::<String>::from(envelope).status(), status);
    }
}
