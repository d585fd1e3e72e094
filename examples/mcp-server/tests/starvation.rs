//! Calls that read much source: they leave room for the others, end with their clients, and take little memory.
//!
//! `SOURCE_MIB=256` runs them with as much source as is read at most. By default, there is as much as keeps a call busy for as long
//! as a test takes.

#![allow(clippy::indexing_slicing, clippy::unwrap_used, reason = "a test may panic")]

mod support;

use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::Duration;
use std::{env, fs};

use futures::future::join_all;
use rmcp::model::{CallToolRequest, ClientRequest};
use rmcp::service::{PeerRequestOptions, RequestHandle};
use rmcp::{RoleClient, model::CallToolRequestParams};
use serde_json::{Value, json};
use support::{Client, HttpServer, TRANSPORTS, Transport, request, terminate, workspace};
use tokio::sync::{Mutex, MutexGuard};
use tokio::time::{sleep, timeout};

/// How much source the package `apple` has by default, in MiB.
const SOURCE_MIB: usize = 8;

/// How long an answer takes that waits for no other call, on a machine that has much to do.
const AT_ONCE: Duration = Duration::from_secs(3);

/// How long a call takes to begin.
const BEGINNING: Duration = Duration::from_millis(300);

/// Each test takes what the machine has, and they measure time: one after the other.
async fn alone() -> MutexGuard<'static, ()> {
    static ONE: Mutex<()> = Mutex::const_new(());
    ONE.lock().await
}

/// A workspace whose package `apple` has so much source that nobody reads it in the time of a test.
fn slow_workspace() -> &'static Path {
    static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
        let mib = env::var("SOURCE_MIB").map_or(SOURCE_MIB, |mib| mib.parse().unwrap());
        let folder = workspace("starvation");
        write_modules(&folder, mib * 16, &file(64 * 1024));
        folder
    });
    &FOLDER
}

/// A file of so many bytes that takes long to parse: a token for each byte.
fn file(bytes: usize) -> String {
    let (start, end) = ("fn f() { unsafe { ", " } }");
    format!("{start}{}{end}", ";".repeat(bytes - start.len() - end.len()))
}

/// So many modules of `apple`, and no others.
fn write_modules(folder: &Path, count: usize, file: &str) {
    let source = folder.join("apple/src");
    fs::remove_dir_all(&source).unwrap();
    fs::create_dir_all(&source).unwrap();
    let names: Vec<_> = (0..count).map(|index| format!("m{index:05}")).collect();
    for name in &names {
        fs::write(source.join(format!("{name}.rs")), file).unwrap();
    }
    fs::write(source.join("lib.rs"), format!("mod {};", names.join("; mod "))).unwrap();
}

/// Begins four calls that read much.
async fn begin(client: &Client) -> Vec<RequestHandle<RoleClient>> {
    let tools = ["exports", "unsafe_sites", "count_source", "exports"];
    let begun = tools.map(async |tool| {
        let params: CallToolRequestParams = request(tool, tool, json!({"name": "apple"}));
        let call = ClientRequest::CallToolRequest(CallToolRequest::new(params));
        let options = PeerRequestOptions::no_options();
        client.service.send_cancellable_request(call, options).await.unwrap()
    });
    let begun = join_all(begun).await;
    sleep(BEGINNING).await;
    begun
}

/// Asserts that a call which reads source does not wait for others.
async fn reads_at_once(client: &Client) {
    let read = client.call("count_source", json!({"name": "banana"}));
    let envelope = timeout(AT_ONCE, read).await.unwrap();
    assert_eq!(envelope["data"]["source"]["files"], 1);
}

/// Those that read have turns of their own; and a cancelled call gives its turn back.
#[tokio::test]
async fn slow_calls_leave_room_and_end_when_they_are_cancelled() {
    let _alone = alone().await;
    for transport in TRANSPORTS {
        let client = Client::start(transport, slow_workspace(), &["--time-limit", "180"]).await;
        let begun = begin(&client).await;
        let list = timeout(AT_ONCE, client.call("list_packages", json!({}))).await;
        assert_eq!(list.unwrap()["success"], true, "{transport:?}");
        for call in begun {
            call.cancel(None).await.unwrap();
        }
        reads_at_once(&client).await;
    }
}

/// In the protocol without sessions, a client cancels what it does not wait for.
#[tokio::test]
async fn a_request_that_is_left_ends() {
    let _alone = alone().await;
    let options = &["--time-limit", "180"];
    let (_process, url) = HttpServer::start(slow_workspace(), options).await.drain();
    let request = |id: usize| {
        let meta = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        let params = json!({"name": "exports", "arguments": {"name": "apple"}, "_meta": meta});
        let body = json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params});
        reqwest::Client::new()
            .post(&url)
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream")
            .header("mcp-protocol-version", "2026-07-28")
            .header("mcp-method", "tools/call")
            .header("mcp-name", "exports")
            .body(body.to_string())
            .send()
    };
    let left = timeout(BEGINNING, join_all((0..4).map(request))).await;
    assert!(left.is_err(), "they were answered: {left:?}");
    reads_at_once(&Client::of(Client::connect(&url).await, None).await).await;
}

/// Too many at once: those that get no turn are to be tried again, and afterwards nothing is left of them.
#[tokio::test]
async fn calls_that_get_no_turn_are_to_be_tried_again() {
    let _alone = alone().await;
    let options = &["--time-limit", "1"];
    let client = Client::start(Transport::Stdio, slow_workspace(), options).await;
    let calls = (0..12).map(|_| client.call("exports", json!({"name": "apple"})));
    let answers = timeout(AT_ONCE, join_all(calls)).await.unwrap();
    let failed: Vec<_> = answers.iter().filter(|answer| answer["success"] == false).collect();
    assert!(!failed.is_empty(), "there was a turn for all");
    for answer in failed {
        assert_eq!(answer["data"]["error_code"], "UNAVAILABLE", "{answer:#}");
        assert_eq!(answer["data"]["retry_after_seconds"], 5);
        assert_eq!(answer["data"]["remediation"], "Wait 5 seconds, then retry");
    }
    sleep(BEGINNING).await;
    reads_at_once(&client).await;
}

/// A call that is reading answers with what it has read, and one that waits for its turn is refused.
#[cfg(unix)]
#[tokio::test]
async fn a_server_that_is_told_to_stop_answers_with_what_was_read() {
    let _alone = alone().await;
    let options = &["--time-limit", "180"];
    let (process, url) = HttpServer::start(slow_workspace(), options).await.drain();
    let client = Client::of(Client::connect(&url).await, None).await;
    let calls = join_all((0..4).map(|_| client.call("exports", json!({"name": "apple"}))));
    let stopping = async {
        sleep(BEGINNING).await;
        terminate(&process).await;
    };
    let (answers, ()) = tokio::join!(timeout(Duration::from_secs(8), calls), stopping);
    let (read, refused): (Vec<_>, Vec<_>) =
        answers.unwrap().into_iter().partition(|answer| answer["success"] == true);
    assert_eq!((read.len(), refused.len()), (2, 2));
    for answer in read {
        says_what_was_dropped(&answer, "time");
    }
    for answer in refused {
        assert_eq!(answer["error"], "The server is stopping, and takes no new calls");
    }
}

/// What there was no time for is named, and nobody is told to try the same again.
#[tokio::test]
async fn a_package_over_the_budget_is_answered_in_time() {
    let _alone = alone().await;
    let options = &["--time-limit", "3"];
    let client = Client::start(Transport::Stdio, slow_workspace(), options).await;
    let files = fs::read_dir(slow_workspace().join("apple/src")).unwrap().count();
    let calls = ["exports", "unsafe_sites"].map(|tool| client.call(tool, json!({"name": "apple"})));
    for envelope in timeout(Duration::from_secs(3), join_all(calls)).await.unwrap() {
        assert_eq!(envelope["success"], true, "{envelope:#}");
        let dropped = says_what_was_dropped(&envelope, "time");
        assert!((1..files as u64).contains(&dropped), "{dropped} of {files}");
        assert_eq!(envelope["meta"]["pagination"].get("total_count"), None);
    }
    let counted = client.call("count_source", json!({"name": "apple"})).await;
    let read = counted["data"]["source"]["files"].as_u64().unwrap();
    // Without optimizations, there is not time for all.
    let dropped = if read == files as u64 { 0 } else { says_what_was_dropped(&counted, "time") };
    assert_eq!(read + dropped, files as u64);
    assert_eq!(counted["data"]["source"]["unsafe_blocks"], read - 1);
}

/// The number of files that were left out, of which up to 50 are named.
fn says_what_was_dropped(envelope: &Value, reason: &str) -> u64 {
    let meta = &envelope["meta"];
    assert_eq!(meta["content_fidelity"], "partial", "{meta:#}");
    assert_eq!(meta["content_fidelity_schema_version"], "1.0");
    let named = meta["dropped_content_ids"].as_array().unwrap();
    for file in named {
        assert!(slow_workspace().join(file.as_str().unwrap()).is_file(), "{file}");
    }
    let warning = &meta["warning_details"][0];
    assert_eq!(warning["code"], "CONTENT_TRUNCATED");
    assert_eq!(warning["context"]["reason"], reason);
    assert_eq!(meta["warnings"], json!([warning["message"]]));
    let message = warning["message"].as_str().unwrap();
    assert!(message.contains("files were left out") && message.contains("read them yourself"));
    let dropped = warning["context"]["dropped_count"].as_u64().unwrap();
    assert_eq!(named.len() as u64, dropped.min(50));
    dropped
}

/// Four calls at once, on files whose trees or whose nesting take the most memory, of all that are parsed.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn hostile_source_takes_little_memory() {
    let _alone = alone().await;
    let folder = workspace("hostile_memory");
    let write = |name: &str, file: &str| {
        let name = format!("{name}.rs");
        fs::write(
            folder.join("apple/src").join(name),
            format!("static X: u8 = unsafe {{ 0 }};{file}"),
        )
        .unwrap();
    };
    write_modules(&folder, 0, "");
    write("a", &format!("type A = {}u8{};", "A::<u8, ".repeat(1_360), ">".repeat(1_360)));
    write("b", &format!("fn f() {{{}}}", ";".repeat(196_000)));
    write("lib", "mod a; mod b;");
    let (process, url) = HttpServer::start(&folder, &[]).await.drain();
    let client = Client::of(Client::connect(&url).await, None).await;
    let tools = ["exports", "unsafe_sites", "exports", "unsafe_sites"];
    let calls = tools.map(|tool| client.call(tool, json!({"name": "apple"})));
    for (tool, envelope) in tools.iter().zip(join_all(calls).await) {
        assert_eq!(envelope["success"], true, "{tool}");
        assert_eq!(envelope["meta"].get("warnings"), None, "{tool}");
    }
    let status = fs::read_to_string(format!("/proc/{}/status", process.id().unwrap())).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let peak: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
    println!("at most {} MiB", peak / 1024);
    assert!(peak < 512 * 1024, "{peak} KiB");
}
