//! How the server starts and ends, and what it makes of clients that leave or do not belong.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use crate::support::{Client, HttpServer, empty_folder, program, request, terminate, workspace};
use rmcp::ServiceExt;
use rmcp::model::{CallToolRequest, ClientRequest};
use rmcp::service::PeerRequestOptions;
use rmcp::transport::async_rw::AsyncRwTransport;
use serde_json::json;
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
    piped(program(folder, &["--drill"]))
}

fn piped(mut command: Command) -> Child {
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

/// The SDK does not answer a call that is cancelled, which leaves its place to others all the same.
#[tokio::test]
async fn over_stdio_cancelled_calls_make_room() {
    let mut child = spawn(&workspace("cancelled"));
    let client = connect(&mut child).await;
    for _ in 0..100 {
        let call = CallToolRequest::new(request("gone", "drill", slow(10_000)));
        let call = ClientRequest::CallToolRequest(call);
        let options = PeerRequestOptions::no_options();
        let call = client.service.send_cancellable_request(call, options).await.unwrap();
        call.cancel(None).await.unwrap();
    }
    let last = client.service.call_tool(request("last", "list_packages", json!({})));
    timeout(Duration::from_secs(8), last).await.unwrap().unwrap();
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
        terminate(server).await;
    };
    let (envelope, ()) = tokio::join!(client.call("drill", slow(1_000)), terminate);
    assert_eq!(envelope["success"], true);
    ends(server, PATIENCE).await;
}

/// The server ends in time, and in order.
async fn ends(server: &mut Child, time: Duration) {
    let status = timeout(time, server.wait()).await.unwrap().unwrap();
    assert!(status.success(), "{status}");
}

/// What comes while the server is stopping is refused, so that it does not use up the time to stop.
#[cfg(unix)]
#[tokio::test]
async fn a_server_that_is_stopping_takes_no_new_calls() {
    let folder = workspace("refuses");
    let mut child = spawn(&folder);
    // It logs more than a pipe holds.
    let mut log = child.stderr.take().unwrap();
    tokio::spawn(async move { tokio::io::copy(&mut log, &mut tokio::io::sink()).await });
    let client = connect(&mut child).await;
    refuses(client, &mut child).await;

    let (mut process, url) = HttpServer::start(&folder, &["--drill"]).await.drain();
    let client = Client::of(Client::connect(&url).await, None).await;
    refuses(client, &mut process).await;
}

#[cfg(unix)]
async fn refuses(client: Client, server: &mut Child) {
    let client = std::sync::Arc::new(client);
    let traffic = || {
        let client = client.clone();
        tokio::spawn(async move {
            while client.service.call_tool(request("more", "drill", slow(300))).await.is_ok() {}
        })
    };
    let traffic = [traffic(), traffic(), traffic()];
    let meanwhile = async {
        tokio::time::sleep(Duration::from_millis(300)).await;
        terminate(server).await;
        tokio::time::sleep(Duration::from_millis(300)).await;
        for tool in ["list_packages", "drill"] {
            let arguments = if tool == "drill" { slow(0) } else { json!({}) };
            let (code, category, envelope) = client.failure(tool, arguments).await;
            assert_eq!((&*code, &*category), ("UNAVAILABLE", "unavailable"));
            assert_eq!(envelope["data"]["retry_after_seconds"], 5);
        }
    };
    let calls = async { tokio::join!(client.call("drill", slow(2_000)), meanwhile) };
    let (envelope, ()) = timeout(PATIENCE, calls).await.unwrap();
    assert_eq!(envelope["success"], true);
    ends(server, Duration::from_secs(5)).await;
    traffic.iter().for_each(tokio::task::JoinHandle::abort);
}

/// A request that never comes to its end does not keep the server.
#[cfg(unix)]
#[tokio::test]
async fn a_request_that_stays_away_is_not_waited_for() {
    let folder = workspace("half_requests");
    let head = "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\n";
    let body = format!(
        "{head}Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: 100\r\n\r\n{{"
    );
    let (mut process, url) = HttpServer::start(&folder, &[]).await.drain();
    let _half = [send(&url, head).await, send(&url, &body).await];
    terminate(&process).await;
    ends(&mut process, Duration::from_secs(15)).await;
}

/// A second signal stops the server at once.
#[cfg(unix)]
#[tokio::test]
async fn a_server_that_is_told_twice_ends_at_once() {
    let folder = workspace("twice");
    let (mut process, url) = HttpServer::start(&folder, &["--drill"]).await.drain();
    let _half = send(&url, "POST /mcp HTTP/1.1\r\n").await;
    told_twice(&mut process).await;

    let mut child = spawn(&folder);
    let client = connect(&mut child).await;
    let call = client.service.call_tool(request("gone", "drill", slow(10_000)));
    tokio::select! {
        _ = call => {}
        () = told_twice(&mut child) => {}
    }
}

#[cfg(unix)]
async fn told_twice(server: &mut Child) {
    for _ in 0..2 {
        tokio::time::sleep(Duration::from_millis(500)).await;
        assert!(server.try_wait().unwrap().is_none(), "it is still there");
        terminate(server).await;
    }
    ends(server, Duration::from_secs(3)).await;
}

/// Sends the start of a request, and keeps the connection.
#[cfg(unix)]
async fn send(url: &str, start: &str) -> tokio::net::TcpStream {
    use tokio::io::AsyncWriteExt;

    let address = url.trim_start_matches("http://").trim_end_matches("/mcp");
    let mut stream = tokio::net::TcpStream::connect(address).await.unwrap();
    stream.write_all(start.as_bytes()).await.unwrap();
    // So that the server has it before a signal.
    tokio::time::sleep(Duration::from_millis(200)).await;
    stream
}

/// From its first line on, the server stops in order, with a client or without one.
#[cfg(unix)]
#[tokio::test]
async fn a_server_stops_before_its_first_client() {
    use tokio::io::{AsyncBufReadExt, BufReader};

    let folder = workspace("early");
    let mut child = spawn(&folder);
    let mut log = BufReader::new(child.stderr.take().unwrap()).lines();
    let line = timeout(PATIENCE, log.next_line()).await.unwrap().unwrap().unwrap();
    assert!(line.contains("listening on standard input"), "{line}");
    let _open = child.stdin.take();
    terminate(&child).await;
    ends(&mut child, Duration::from_secs(5)).await;

    for _ in 0..5 {
        let (mut process, _) = HttpServer::start(&folder, &[]).await.drain();
        terminate(&process).await;
        ends(&mut process, Duration::from_secs(5)).await;
    }
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
    assert!(line("logged-2").contains(r#"cause="the secret word is swordfish""#), "{log}");
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
    // Two folders, and a limit under which no call could be answered.
    for wrong in [&["a", "b"][..], &["--time-limit", "0"]] {
        let (success, _, words) = run(wrong).await;
        assert!(!success && words.contains(wrong[1]), "{words}");
    }
    for wrong in ["here", "localhost:8080"] {
        let (success, _, words) = run(&["--http", wrong]).await;
        let wanted = "an IP address and a port are wanted, as in 127.0.0.1:8080";
        assert!(!success && words.contains(wrong) && words.contains(wanted), "{words}");
    }
}

/// Whoever starts the server reads what is wrong, in words.
#[tokio::test]
async fn what_is_wrong_at_the_start() {
    let words = async |mut command: Command| {
        let output = command.stdin(Stdio::null()).output().await.unwrap();
        assert_eq!(output.status.code(), Some(1));
        let words = String::from_utf8(output.stderr).unwrap();
        words.lines().last().unwrap().to_owned()
    };
    let folder = empty_folder("no_workspace");
    let expected = format!("mcp-server: there is no Cargo.toml in {}", folder.display());
    assert_eq!(words(program(&folder, &[])).await, expected);

    let folder = workspace("start");
    let expected =
        "mcp-server: standard input ended before an MCP client had initialized; see --help";
    assert_eq!(words(program(&folder, &[])).await, expected);

    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let words = words(program(&folder, &["--http", &address])).await;
    assert!(words.starts_with(&format!("mcp-server: cannot listen on {address}: ")), "{words}");
}

/// A user who starts the server by hand reads what it waits for.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn on_a_terminal_there_is_a_hint() {
    let folder = workspace("terminal");
    let line = format!("{} {}", env!("CARGO_BIN_EXE_mcp-server"), folder.display());
    let mut command = Command::new("script");
    command.args(["--quiet", "--return", "--command", &line, "/dev/null"]).kill_on_drop(true);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let Ok(mut terminal) = command.spawn() else {
        println!("left out: there is no `script` here, which makes a terminal");
        return;
    };
    let mut out = terminal.stdout.take().unwrap();
    let mut shown = Vec::new();
    while !String::from_utf8_lossy(&shown).contains("standard input") {
        let read = timeout(PATIENCE, out.read_buf(&mut shown)).await.unwrap().unwrap();
        assert!(read > 0, "{}", String::from_utf8_lossy(&shown));
    }
    let shown = String::from_utf8_lossy(&shown);
    assert!(shown.contains("waiting for an MCP client on standard input"), "{shown}");
}
