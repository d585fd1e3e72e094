//! The examples of the HTTP endpoints and of their client.

#[allow(dead_code, reason = "its `main` is not called here")]
#[path = "../../examples/endpoints.rs"]
mod endpoints;
#[allow(dead_code, reason = "as above")]
#[path = "../../examples/http_client.rs"]
mod http_client;

use std::time::Duration;

use crate::support::{pieces, workspace};
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request, StatusCode};
use serde_json::Value;
use tokio::net::TcpListener;
use tower::ServiceExt;

async fn get(folder: &str, uri: &str) -> (StatusCode, HeaderMap, Value) {
    let app = endpoints::app(&workspace(folder));
    let request = Request::get(uri).header("x-request-id", "req_1").body(Body::empty()).unwrap();
    let (head, body) = app.oneshot(request).await.unwrap().into_parts();
    let bytes = to_bytes(body, usize::MAX).await.unwrap();
    (head.status, head.headers, serde_json::from_slice(&bytes).unwrap())
}

#[tokio::test]
async fn a_page_of_packages() {
    let (status, headers, envelope) = get("endpoint_page", "/packages?page_size=2").await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(headers["content-type"], "application/json");
    assert_eq!(headers["x-request-id"], "req_1");
    assert_eq!(envelope["meta"]["request_id"], "req_1");
    assert_eq!(envelope["data"]["packages"].as_array().unwrap().len(), 2);
    let cursor = envelope["meta"]["pagination"]["cursor"].as_str().unwrap();
    let (.., next) = get("endpoint_next", &format!("/packages?cursor={cursor}")).await;
    assert_eq!(next["data"]["packages"][0]["name"], "cherry");
}

#[tokio::test]
async fn one_package_or_none() {
    let (status, _, envelope) = get("endpoint_one", "/packages/apple").await;
    assert_eq!((status, &envelope["data"]["package"]["name"]), (StatusCode::OK, &"apple".into()));
    let (status, _, envelope) = get("endpoint_none", "/packages/appel").await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    assert_eq!(envelope["data"]["details"]["near_misses"][0], "apple");
}

#[tokio::test]
async fn what_axum_refuses_is_an_envelope() {
    let (status, _, envelope) = get("endpoint_query", "/packages?page_size=ten").await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    assert_eq!(envelope["data"]["error_code"], "VALIDATION_ERROR");
    assert_eq!(envelope["data"]["details"]["field"], "page_size");
    assert_eq!(envelope["meta"]["request_id"], "req_1");

    let (status, headers, envelope) = get("endpoint_nowhere", "/package").await;
    assert_eq!(
        (status, &headers["x-request-id"]),
        (StatusCode::NOT_FOUND, &"req_1".parse().unwrap())
    );
    assert_eq!(envelope["data"]["details"]["resource_id"], "/package");
}

#[tokio::test]
async fn the_client_follows_pages_and_reads_failures() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let server = format!("http://{}", listener.local_addr().unwrap());
    let app = endpoints::app(&workspace("endpoint_client"));
    tokio::spawn(endpoints::serve(listener, app));

    let names = http_client::list_packages(&server).await.unwrap();
    assert_eq!(names, ["apple", "banana", "cherry"]);
    assert_eq!(http_client::show_package(&server, "apple").await.unwrap(), "apple");
    let failure = http_client::show_package(&server, "appel").await.unwrap_err();
    assert_eq!(failure.report().code(), "NOT_FOUND");
    let details = serde_json::to_value(failure.report().details()).unwrap();
    assert_eq!(details["near_misses"][0], "apple");
}

/// Without `TCP_NODELAY`, the median is 44 ms.
#[tokio::test]
async fn an_answer_in_pieces_does_not_wait() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(endpoints::serve(listener, pieces::app()));
    let time = pieces::median_time(address).await;
    assert!(time < Duration::from_millis(40), "{time:?}");
}
