//! The server over HTTP, as clients other than the SDK's see it.

use std::time::{Duration, Instant};

use reqwest::{Client, RequestBuilder, StatusCode};
use serde_json::{Value, json};

use crate::limits::alone;
use crate::support::{over_http, workspace};

/// A client of this machine, whatever proxy the environment names.
pub(crate) fn client() -> Client {
    Client::builder().no_proxy().pool_max_idle_per_host(1).build().unwrap()
}

fn post(client: &Client, url: &str, method: &str, params: &Value) -> RequestBuilder {
    let message = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
    client
        .post(url)
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream")
        .header("mcp-protocol-version", "2025-11-25")
        .body(message.to_string())
}

pub(crate) fn call(client: &Client, url: &str, tool: &str, arguments: &Value) -> RequestBuilder {
    post(client, url, "tools/call", &json!({"name": tool, "arguments": arguments}))
}

/// Each would take 44 ms if the server waited for the acknowledgement of the last packet.
#[tokio::test]
async fn calls_on_a_kept_connection_do_not_wait_for_each_other() {
    let _alone = alone().await;
    let (_server, url) = over_http(&workspace("kept"), &[]).await;
    let client = client();
    let mut times = Vec::new();
    for _ in 0..50 {
        let before = Instant::now();
        let answer = call(&client, &url, "list_packages", &json!({})).send().await.unwrap();
        assert!(!answer.headers().contains_key("mcp-session-id"));
        let answer: Value = serde_json::from_str(&answer.text().await.unwrap()).unwrap();
        assert_eq!(answer["result"]["structuredContent"]["success"], true);
        times.push(before.elapsed());
    }
    times.sort();
    assert!(times[25] < Duration::from_millis(40), "{times:?}");
}

#[tokio::test]
async fn a_request_has_at_most_64_kib() {
    let (_server, url) = over_http(&workspace("much"), &[]).await;
    let much = json!({"name": "a".repeat(70_000)});
    let answer = call(&client(), &url, "show_package", &much).send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::PAYLOAD_TOO_LARGE);
}

/// A page of another site can't call the server, nor can a name of another machine that resolves to this one.
#[tokio::test]
async fn only_pages_and_names_of_this_address_are_served() {
    let (_server, url) = over_http(&workspace("origins"), &[]).await;
    let port = url.trim_end_matches("/mcp").rsplit_once(':').unwrap().1;
    let client = json!({"name": "test", "version": "1"});
    let params = json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client});
    for (name, value, status) in [
        ("x-other", "1".to_owned(), 200),
        ("origin", format!("http://127.0.0.1:{port}"), 200),
        ("origin", format!("http://localhost:{port}"), 200),
        ("origin", "https://example.com".to_owned(), 403),
        ("origin", "http://localhost:1".to_owned(), 403),
        ("origin", "null".to_owned(), 403),
        ("host", format!("localhost:{port}"), 200),
        ("host", format!("example.com:{port}"), 403),
    ] {
        let request = post(&self::client(), &url, "initialize", &params).header(name, &value);
        assert_eq!(request.send().await.unwrap().status(), status, "{name}: {value}");
    }
}
