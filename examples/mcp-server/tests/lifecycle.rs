//! How the server starts and ends, and what it makes of clients that leave or do not belong.

#![allow(clippy::indexing_slicing, clippy::unwrap_used, reason = "a test may panic")]

mod support;

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use rmcp::ServiceExt;
use rmcp::transport::async_rw::AsyncRwTransport;
use serde_json::json;
use support::{Client, HttpServer, program, request, workspace};
use tokio::io::AsyncReadExt;
use tokio::process::{Child, Command};
use tokio::time::timeout;

/// Longer than anything here takes.
const PATIENCE: Duration = Duration::from_secs(20);

/// A call that is under way for a while.
fn slow(milliseconds: u64) -> serde_json::Value {
    json!({"outcome": "success", "wait_ms": milliseconds})
}

/// The server over stdio, with its pipes in our hands.
fn spawn(folder: &Path) -> Child {
    let mut command = program(folder, &["--drill"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

async fn connect(child: &mut Child) -> Client {
    let pipes = (child.stdout.take().unwrap(), child.stdin.take().unwrap());
    let transport = AsyncRwTransport::new_client(pipes.0, pipes.1);
    Client::of(().serve(transport).await.unwrap(), None).await
}

/// The whole of what the server wrote to its log until it ended.
async fn log(child: &mut Child) -> String {
    let mut log = String::new();
    child.stderr.take().unwrap().read_to_string(&mut log).await.unwrap();
    log
}

#[tokio::test]
async fn over_stdio_the_server_ends_with_its_client() {
    let mut child = spawn(&workspace("ends"));
    let client = connect(&mut child).await;
    client.call("list_packages", json!({})).await;
    client.service.cancel().await.unwrap();
    let status = timeout(PATIENCE, child.wait()).await.unwrap().unwrap();
    assert!(status.success(), "{status}");
}

/// A client that goes away in the middle of a call takes its own server with it, soon and in order.
#[tokio::test]
async fn over_stdio_a_client_leaves_in_mid_call() {
    let mut child = spawn(&workspace("leaves"));
    let client = connect(&mut child).await;
    let call = client.service.call_tool(request("gone", "drill", slow(10_000)));
    assert!(timeout(Duration::from_millis(300), call).await.is_err());
    client.service.cancel().await.unwrap();
    let status = timeout(Duration::from_secs(8), child.wait()).await.unwrap().unwrap();
    assert!(status.success(), "{status}");
    let log = log(&mut child).await;
    assert!(!log.contains("ERROR") && !log.contains("panicked"), "{log}");
}

/// Over HTTP, the others do not notice.
#[tokio::test]
async fn over_http_a_client_leaves_in_mid_call() {
    let folder = workspace("leaves_http");
    let (mut process, url) = HttpServer::start(&folder, &["--drill"]).await.drain();
    let staying = Client::of(Client::connect(&url).await, None).await;
    for _ in 0..5 {
        let leaving = Client::of(Client::connect(&url).await, None).await;
        let call = leaving.service.call_tool(request("gone", "drill", slow(10_000)));
        assert!(timeout(Duration::from_millis(100), call).await.is_err());
        drop(leaving);
    }
    let envelope = timeout(PATIENCE, staying.call("list_packages", json!({}))).await.unwrap();
    assert_eq!(envelope["success"], true);
    assert!(process.try_wait().unwrap().is_none(), "the server is still there");
}

/// What is under way is answered before the server ends, over both transports.
#[cfg(unix)]
#[tokio::test]
async fn a_server_that_is_told_to_stop_answers_first() {
    let folder = workspace("stops");
    let mut child = spawn(&folder);
    let client = connect(&mut child).await;
    stops_in_order(&client, &mut child).await;

    let (mut process, url) = HttpServer::start(&folder, &["--drill"]).await.drain();
    let client = Client::of(Client::connect(&url).await, None).await;
    stops_in_order(&client, &mut process).await;
}

#[cfg(unix)]
async fn stops_in_order(client: &Client, server: &mut Child) {
    let terminate = async {
        tokio::time::sleep(Duration::from_millis(300)).await;
        let pid = server.id().unwrap().to_string();
        assert!(Command::new("kill").arg(pid).status().await.unwrap().success());
    };
    let (envelope, ()) = tokio::join!(client.call("drill", slow(1_000)), terminate);
    assert_eq!(envelope["success"], true);
    let status = timeout(PATIENCE, server.wait()).await.unwrap().unwrap();
    assert!(status.success(), "{status}");
}

/// Standard output is the protocol's alone; the log has one line for each call, and nothing of its data.
#[tokio::test]
async fn the_log_goes_to_standard_error() {
    let mut child = spawn(&workspace("log"));
    let client = connect(&mut child).await;
    client.call_as("logged-1", "show_package", json!({"name": "apple"})).await;
    client.call_as("logged-2", "drill", json!({"outcome": "internal"})).await;
    client.service.cancel().await.unwrap();
    let log = log(&mut child).await;
    let line = |id: &str| log.lines().find(|line| line.contains(id)).unwrap();
    assert!(line("logged-1").contains(r#"outcome="success""#), "{log}");
    assert!(line("logged-2").contains("cause=the secret word is swordfish"), "{log}");
    assert!(line("logged-2").contains("ERROR"), "{log}");
    assert!(!log.contains("A red fruit"), "{log}");
}

/// Only this machine reaches the server, and no page in a browser does.
#[tokio::test]
async fn the_server_is_for_this_machine() {
    let folder = workspace("local");
    let refused = program(&folder, &["--http", "0.0.0.0:0"]).output().await.unwrap();
    assert!(!refused.status.success());
    let words = String::from_utf8(refused.stderr).unwrap();
    assert!(words.contains("loopback"), "{words}");

    let (_process, url) = HttpServer::start(&folder, &[]).await.drain();
    let post = |name: &'static str, value: &'static str| {
        reqwest::Client::new()
            .post(&url)
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream")
            .header(name, value)
            .body(r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}"#)
            .send()
    };
    assert_eq!(post("x-other", "1").await.unwrap().status(), 200);
    assert_eq!(post("origin", "https://example.com").await.unwrap().status(), 403);
    assert_eq!(post("host", "example.com").await.unwrap().status(), 403);
}

#[tokio::test]
async fn the_command_line() {
    let run = async |arguments: &[&str]| {
        let output = program(Path::new("."), arguments).output().await.unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (output.status.success(), text(output.stdout), text(output.stderr))
    };
    let (success, help, _) = run(&["--help"]).await;
    assert!(success && help.contains("--http <ADDRESS>"), "{help}");
    let (success, version, _) = run(&["--version"]).await;
    assert!(success && version.starts_with("mcp-server "), "{version}");
    let (success, _, words) = run(&["--htpp"]).await;
    assert!(!success && words.contains("--htpp"), "{words}");
    let (success, _, words) = run(&["--http", "here"]).await;
    assert!(!success && words.contains("here"), "{words}");
}
