//! If the author's code for arguments panics, a tool with `catch_panic` answers, whoever calls it and however the arguments arrive.

use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::pin::Pin;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::routing::{get, post};
use envelope_runtime::axum08::{Form, Json, Path, Query};
use envelope_runtime::{Retry, ToolFailure, envelope_tool};
use futures_util::FutureExt;
use http::Request;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{tool, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::support::{call, connect};

const MESSAGE: &str = "An internal error occurred";

/// The first byte of a text, even if it is not a character.
fn sliced<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let text = String::deserialize(deserializer)?;
    Ok(text[..1].to_owned())
}

#[derive(Deserialize, JsonSchema)]
struct Find {
    #[serde(deserialize_with = "sliced")]
    query: String,
}

type Found = Result<String, ToolFailure>;

struct Server;

#[envelope_tool(dialect = "response-v2", data = "query", catch_panic)]
#[tool_router(server_handler)]
impl Server {
    #[tool]
    fn find(&self, Parameters(find): Parameters<Find>) -> Found {
        Ok(find.query)
    }

    #[tool]
    async fn find_later(&self, Parameters(find): Parameters<Find>) -> Found {
        Ok(find.query)
    }

    #[tool]
    fn find_boxed(
        &self,
        Parameters(find): Parameters<Find>,
    ) -> Pin<Box<dyn Future<Output = Found> + Send + '_>> {
        Box::pin(async { Ok(find.query) })
    }

    #[envelope_tool(dialects("response-v2", "mcp-2025-11-25"))]
    #[tool]
    async fn find_negotiated(&self, Parameters(find): Parameters<Find>) -> Found {
        Ok(find.query)
    }
}

fn assert_is_panic(answer: &Value) {
    assert_eq!(answer["data"]["error_code"], "INTERNAL_ERROR", "{answer}");
    assert!(answer["error"].as_str().unwrap().starts_with(MESSAGE), "{answer}");
    assert_eq!(answer["data"]["details"]["retry"], "never", "{answer}");
}

#[tokio::test]
async fn the_tool_of_an_mcp_server_answers() {
    let client = connect(Server).await;
    for tool in ["find", "find_later", "find_boxed", "find_negotiated"] {
        let answer = call(&client, tool, json!({"query": "auth"})).await;
        assert_eq!(answer.structured_content.unwrap()["data"]["query"], "a", "{tool}");
        let answer = call(&client, tool, json!({"query": "€€"})).await;
        assert_eq!(answer.is_error, Some(true), "{tool}");
        assert_is_panic(&answer.structured_content.unwrap());
    }
    let envelope = Server.find(json!({"query": "€€"}).into());
    assert_eq!(envelope.retry(), Some(Retry::Never));
}

macro_rules! handlers {
    ($($name:ident($extractor:ident<$type:ty>, $read:expr);)*) => {$(
        #[envelope_tool(dialect = "response-v2", data = "query", catch_panic)]
        async fn $name($extractor(find): $extractor<$type>) -> Found {
            let read: fn($type) -> String = $read;
            Ok(read(find))
        }
    )*};
}

handlers! {
    of_json(Json<Find>, |find| find.query);
    of_query(Query<Find>, |find| find.query);
    of_form(Form<Find>, |find| find.query);
    of_path(Path<Find>, |find| find.query);
}

#[envelope_tool(dialect = "response-v2", data = "query", catch_panic)]
async fn of_optional_path(find: Option<Path<Find>>) -> Found {
    Ok(find.map(|Path(find)| find.query).unwrap_or_default())
}

#[envelope_tool(dialect = "response-v2", data = "query", catch_panic)]
fn of_future(Path(find): Path<Find>) -> impl Future<Output = Found> {
    async move { Ok(find.query) }
}

#[envelope_tool(dialect = "response-v2", data = "query")]
async fn uncaught(Path(find): Path<Find>) -> Found {
    Ok(find.query)
}

fn app() -> Router {
    Router::new()
        .route("/json", post(of_json))
        .route("/query", get(of_query))
        .route("/form", post(of_form))
        .route("/path/{query}", get(of_path))
        .route("/optional/{query}", get(of_optional_path))
        .route("/future/{query}", get(of_future))
        .route("/uncaught/{query}", get(uncaught))
}

fn requests() -> [Request<Body>; 6] {
    const EUROS: &str = "%E2%82%AC%E2%82%AC";
    let get = |uri: String| Request::get(uri).body(Body::empty()).unwrap();
    let post = |uri: &str, content_type: &str, body: String| {
        let request = Request::post(uri).header("content-type", content_type);
        request.body(body.into()).unwrap()
    };
    [
        post("/json", "application/json", json!({"query": "€€"}).to_string()),
        get(format!("/query?query={EUROS}")),
        post("/form", "application/x-www-form-urlencoded", format!("query={EUROS}")),
        get(format!("/path/{EUROS}")),
        get(format!("/optional/{EUROS}")),
        get(format!("/future/{EUROS}")),
    ]
}

#[tokio::test]
async fn a_handler_of_axum_answers() {
    for request in requests() {
        let uri = request.uri().clone();
        let response = app().oneshot(request).await.unwrap();
        assert_eq!(response.status(), 500, "{uri}");
        let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        assert_is_panic(&serde_json::from_slice(&body).unwrap());
    }
    let request = Request::get("/path/auth").body(Body::empty()).unwrap();
    assert_eq!(app().oneshot(request).await.unwrap().status(), 200);
}

/// Without `catch_panic`, the panic leaves the handler, like a panic of the body.
#[tokio::test]
async fn a_panic_that_nothing_catches_goes_on() {
    let request = Request::get("/uncaught/%E2%82%AC").body(Body::empty()).unwrap();
    let panic = AssertUnwindSafe(app().oneshot(request)).catch_unwind().await.unwrap_err();
    let message = panic.downcast_ref::<String>().unwrap();
    assert!(message.contains("not a char boundary"), "{message}");
}
