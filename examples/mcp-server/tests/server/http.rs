//! The server over HTTP: how fast a kept connection is, what clients cannot do to each other, and which pages reach it.

#[allow(dead_code, reason = "the tests of the program use the rest")]
#[path = "../../src/connections.rs"]
mod connections;

use std::num::NonZeroU16;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::support::{HttpServer, pieces, program, workspace};
use connections::Connections;
use reqwest::{Client, RequestBuilder, Response, StatusCode};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::process::Child;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

/// How long the server waits for the head or the body of a request, and for a client that does not read.
const PATIENCE: Duration = Duration::from_secs(2);

/// Longer than anything here takes.
const AT_LAST: Duration = Duration::from_secs(20);

/// Between what a call takes, some milliseconds, and 44 ms for one that waits for an acknowledgement.
const NO_WAIT: Duration = Duration::from_millis(40);

/// The start of a request, of which the rest never comes.
const HALF_HEAD: &str = "POST /mcp HTTP/1.1\r\nHost: localhost\r\n";
const HALF_BODY: &str = "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: 100\r\n\r\n{";

async fn start(folder: &Path, options: &[&str]) -> (Child, String) {
    let options = [&["--patience", "2"], options].concat();
    HttpServer::start(folder, &options).await.drain()
}

fn address(url: &str) -> &str {
    url.trim_start_matches("http://").trim_end_matches("/mcp")
}

fn message(method: &str, params: &Value) -> String {
    json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).to_string()
}

fn initialize() -> String {
    let client = json!({"name": "test", "version": "1"});
    let params = json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client});
    message("initialize", &params)
}

fn call(tool: &str, arguments: &Value) -> String {
    message("tools/call", &json!({"name": tool, "arguments": arguments}))
}

fn post(client: &Client, url: &str, message: String) -> RequestBuilder {
    client
        .post(url)
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream")
        .header("mcp-protocol-version", "2025-11-25")
        .body(message)
}

/// The envelope of an answer.
async fn envelope(answer: Response) -> Value {
    assert_eq!(answer.status(), StatusCode::OK);
    let message: Value = serde_json::from_str(&answer.text().await.unwrap()).unwrap();
    message["result"]["structuredContent"].clone()
}

/// Calls a tool that succeeds, on a connection of its own.
async fn is_served(url: &str) {
    let request = post(&Client::new(), url, call("list_packages", &json!({})));
    assert_eq!(envelope(request.send().await.unwrap()).await["success"], true);
}

async fn send(url: &str, start: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address(url)).await.unwrap();
    stream.write_all(start.as_bytes()).await.unwrap();
    stream
}

/// Waits until the server closes the connection, and returns what it has sent.
async fn rest(mut stream: TcpStream) -> String {
    let mut bytes = Vec::new();
    // A connection that is reset has ended, too.
    let _ = stream.read_to_end(&mut bytes).await;
    String::from_utf8(bytes).unwrap()
}

/// Each took 44 ms: the client waited with its acknowledgement for more data, and the server for the acknowledgement.
#[tokio::test]
async fn calls_on_a_kept_connection_do_not_wait_for_each_other() {
    let (_process, url) = start(&workspace("kept"), &[]).await;
    let client = Client::builder().pool_max_idle_per_host(1).build().unwrap();
    let mut times = Vec::new();
    for _ in 0..50 {
        let before = Instant::now();
        let list = post(&client, &url, call("list_packages", &json!({})));
        assert_eq!(envelope(list.send().await.unwrap()).await["success"], true);
        times.push(before.elapsed());
    }
    times.sort();
    assert!(times[25] < NO_WAIT, "{times:?}");
}

/// An answer in several packets does not wait for the client to acknowledge each: 44 ms, too.
#[tokio::test]
async fn an_answer_in_pieces_does_not_wait() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let closing = CancellationToken::new();
    let connections = Connections::new(NonZeroU16::MIN, PATIENCE);
    tokio::select! {
        () = connections.serve(listener, pieces::app(), &closing) => panic!("it has ended"),
        time = pieces::median_time(address) => {
            assert!(time < NO_WAIT, "{time:?}");
        }
    }
}

/// Whoever sends half a request is hung up on, and keeps nobody else waiting until then.
#[tokio::test]
async fn half_requests_end_and_others_are_served() {
    rlimit::increase_nofile_limit(2_000).unwrap();
    let (_process, url) = start(&workspace("halves"), &[]).await;
    let mut halves = Vec::new();
    for number in 0..900 {
        halves.push(send(&url, if number % 2 == 0 { HALF_HEAD } else { HALF_BODY }).await);
    }
    timeout(AT_LAST, is_served(&url)).await.unwrap();
    let mut answers = Vec::new();
    for half in halves {
        answers.push(timeout(AT_LAST, rest(half)).await.unwrap());
    }
    for body in answers.iter().skip(1).step_by(2) {
        assert!(body.starts_with("HTTP/1.1 408 Request Timeout\r\n"), "{body}");
    }
    is_served(&url).await;
}

/// A client that is one too many waits, and is served.
#[tokio::test]
async fn connections_have_a_limit() {
    let (process, url) = start(&workspace("limit"), &["--max-connections", "4"]).await;
    for _ in 0..4 {
        // It keeps its place until the server closes it.
        drop(tokio::spawn(rest(send(&url, HALF_HEAD).await)));
    }
    let before = Instant::now();
    timeout(AT_LAST, is_served(&url)).await.unwrap();
    assert!(before.elapsed() > PATIENCE / 2, "{:?}", before.elapsed());
    drop(process);
}

/// Clients that ask again before they have been idle for long do not keep a new one out.
#[tokio::test]
async fn clients_take_turns() {
    let (_process, url) = start(&workspace("turns"), &["--max-connections", "4"]).await;
    let staying = (0..4).map(|_| async {
        let client = Client::new();
        loop {
            let _ = post(&client, &url, initialize()).send().await.unwrap().bytes().await;
            tokio::time::sleep(PATIENCE / 4).await;
        }
    });
    let new = async {
        // The others are connected by then.
        tokio::time::sleep(PATIENCE).await;
        timeout(AT_LAST, is_served(&url)).await.expect("the new client has its turn");
    };
    tokio::select! {
        _ = futures::future::join_all(staying) => {}
        () = new => {}
    }
}

/// An idle connection does not keep a place, and a slow call is no idle connection.
#[tokio::test]
async fn an_idle_connection_is_closed_and_a_slow_call_is_not() {
    let (_process, url) = start(&workspace("idle"), &["--drill"]).await;
    let idle = TcpStream::connect(address(&url)).await.unwrap();
    let slow = json!({"outcome": "success", "wait_ms": 3_000});
    let slow = post(&Client::new(), &url, call("drill", &slow)).send();
    let (rest, answer) = tokio::join!(timeout(AT_LAST, rest(idle)), slow);
    assert_eq!(rest.unwrap(), "");
    assert_eq!(envelope(answer.unwrap()).await["success"], true);
}

/// A client that asks on and on, and reads nothing.
#[tokio::test]
async fn a_client_that_does_not_read_is_hung_up_on() {
    let (_process, url) = start(&workspace("unread"), &[]).await;
    let body = message("tools/list", &json!({}));
    let request = format!(
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect(address(&url)).await.unwrap();
    let asking = async { while stream.write_all(request.as_bytes()).await.is_ok() {} };
    timeout(AT_LAST, asking).await.expect("the server has hung up");
}

/// Neither in a body nor in a head.
#[tokio::test]
async fn nobody_sends_more_than_a_call_needs() {
    let (_process, url) = start(&workspace("much"), &[]).await;
    let much = call("show_package", &json!({"name": "a".repeat(70_000)}));
    let answer = post(&Client::new(), &url, much).send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::PAYLOAD_TOO_LARGE);
    assert!(answer.text().await.unwrap().contains("length limit exceeded"));

    let initialize = post(&Client::new(), &url, initialize()).header("x", "a".repeat(200_000));
    let status = initialize.send().await.unwrap().status();
    assert_eq!(status, StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE);
    is_served(&url).await;
}

/// A body that is broken is not called too large.
#[tokio::test]
async fn a_broken_body_is_a_bad_request() {
    let (_process, url) = start(&workspace("broken"), &[]).await;
    let request = "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\nno size\r\n";
    let answer = rest(send(&url, request).await).await;
    assert!(answer.starts_with("HTTP/1.1 400 Bad Request\r\n"), "{answer}");
}

/// Clients that come and never say that they go leave nothing behind: there are no sessions.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn nothing_is_kept_for_a_client() {
    let (process, url) = start(&workspace("sessions"), &[]).await;
    let client = Client::new();
    let initialize = async |times: usize| {
        for _ in 0..times {
            let answer = post(&client, &url, initialize()).send().await.unwrap();
            assert_eq!(answer.status(), StatusCode::OK);
            assert!(!answer.headers().contains_key("mcp-session-id"));
            answer.bytes().await.unwrap();
        }
    };
    initialize(200).await;
    let before = memory(&process);
    initialize(2_000).await;
    let grown = memory(&process).saturating_sub(before);
    // A session of the SDK's has 60 KiB, so this would be 117 MiB.
    assert!(grown < 8 << 20, "{grown} bytes");
}

/// The resident memory of a process, in bytes.
#[cfg(target_os = "linux")]
fn memory(process: &Child) -> usize {
    let status = format!("/proc/{}/status", process.id().unwrap());
    let status = std::fs::read_to_string(status).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<usize>().unwrap() << 10
}

/// With few file descriptors there are fewer connections, and the tools still have theirs.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn connections_leave_descriptors_for_the_tools() {
    let folder = workspace("descriptors");
    let line = format!("ulimit -n 60; exec {} \"$@\"", env!("CARGO_BIN_EXE_mcp-server"));
    let mut shell = tokio::process::Command::new("sh");
    shell.args(["-c", &line, "sh", "--http", "127.0.0.1:0"]).arg(&folder).kill_on_drop(true);
    let (process, url) = HttpServer::spawn(shell).await.drain();
    let mut halves = Vec::new();
    for _ in 0..100 {
        halves.push(send(&url, HALF_HEAD).await);
    }
    tokio::time::sleep(Duration::from_millis(300)).await;
    let descriptors = format!("/proc/{}/fd", process.id().unwrap());
    let descriptors = std::fs::read_dir(descriptors).unwrap().count();
    assert!((12..40).contains(&descriptors), "{descriptors}");
    // They all are gone before anybody else is served.
    drop(halves);
    timeout(AT_LAST, is_served(&url)).await.unwrap();
}

/// Whoever else looks at the request, such as a proxy, comes to the same host.
#[tokio::test]
async fn a_request_names_one_host() {
    let (_process, url) = start(&workspace("hosts"), &[]).await;
    let body = initialize();
    for (status, target, hosts) in [
        (200, "/mcp", &["127.0.0.1"][..]),
        (200, "http://LOCALHOST/mcp", &["localhost"]),
        (403, "http://evil.com/mcp", &["evil.com"]),
        (400, "http://evil.com/mcp", &["127.0.0.1"]),
        (400, "http://evil.com@127.0.0.1/mcp", &["127.0.0.1"]),
        (400, "/mcp", &["evil.com@127.0.0.1"]),
        (400, "/mcp", &["127.0.0.1", "evil.com"]),
        (400, "/mcp", &["127.0.0.1", "127.0.0.1"]),
        (400, "/mcp", &[]),
    ] {
        let hosts: Vec<_> = hosts.iter().map(|host| format!("Host: {host}\r\n")).collect();
        let hosts = hosts.concat();
        let request = format!(
            "POST {target} HTTP/1.1\r\n{hosts}Connection: close\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        let answer = rest(send(&url, &request).await).await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{request}\n{answer}");
    }
}

/// A page of this server's own address may call it, as the protocol's conformance tests want; no other page may.
#[tokio::test]
async fn only_pages_of_this_address_are_served() {
    for ip in ["127.0.0.1", "127.0.0.2", "[::1]"] {
        if std::net::TcpListener::bind(format!("{ip}:0")).is_err() {
            println!("left out: {ip} is no address of this machine");
            continue;
        }
        let command = program(&workspace("origins"), &["--http", &format!("{ip}:0")]);
        let (_process, url) = HttpServer::spawn(command).await.drain();
        let port = url.trim_end_matches("/mcp").rsplit_once(':').unwrap().1;
        let status = async |name: &str, value: &str| {
            let request = post(&Client::new(), &url, initialize()).header(name, value);
            request.send().await.unwrap().status()
        };
        assert_eq!(status("x-other", "1").await, StatusCode::OK, "{ip}");
        for own in [format!("http://{ip}:{port}"), format!("http://localhost:{port}")] {
            assert_eq!(status("origin", &own).await, StatusCode::OK, "{own}");
        }
        for other in [
            "https://example.com".to_owned(),
            format!("http://example.com:{port}"),
            format!("https://localhost:{port}"),
            "http://localhost".to_owned(),
            "http://localhost:1".to_owned(),
            format!("http://{ip}"),
            format!("http://{ip}:1"),
            format!("http://127.0.0.1.example.com:{port}"),
            format!("http://127.0.0.3:{port}"),
            "null".to_owned(),
        ] {
            assert_eq!(status("origin", &other).await, StatusCode::FORBIDDEN, "{other}");
        }
        for own in [format!("{ip}:{port}"), format!("localhost:{port}")] {
            assert_eq!(status("host", &own).await, StatusCode::OK, "{own}");
        }
        // A name of another machine, which has been made to resolve to this one.
        for other in ["example.com", "127.0.0.3", &format!("example.com:{port}")] {
            assert_eq!(status("host", other).await, StatusCode::FORBIDDEN, "{other}");
        }
    }
}
