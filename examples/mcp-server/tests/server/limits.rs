//! Calls that would take much time or memory: they leave room for others, end with their clients, and are answered in time.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::sync::{Mutex, MutexGuard};
use tokio::time::{sleep, timeout};

use crate::http;
use crate::support::{Client, TRANSPORTS, Transport, over_http, program, slow, workspace};

/// The time of an answer that waits for no other call, on a machine with much to do.
const AT_ONCE: Duration = Duration::from_secs(9);

/// The tests measure time and keep the machine busy: one after the other.
pub(crate) async fn alone() -> MutexGuard<'static, ()> {
    static ONE: Mutex<()> = Mutex::const_new(());
    ONE.lock().await
}

/// A workspace whose package `apple` takes a minute to count: 1,000 names of one file with a million lines.
fn slow_workspace() -> &'static Path {
    static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
        let folder = workspace("slow");
        let file = folder.join("apple/src/lib.rs");
        fs::write(&file, "\n".repeat(1 << 20)).unwrap();
        for index in 0..1_000 {
            fs::hard_link(&file, folder.join(format!("apple/src/f{index}.rs"))).unwrap();
        }
        folder
    });
    &FOLDER
}

/// Calls that read have turns of their own, and a cancelled call gives its turn back.
#[tokio::test]
async fn slow_calls_leave_room_and_end_when_they_are_cancelled() {
    let _alone = alone().await;
    for transport in TRANSPORTS {
        let options = &["--time-limit", "180"];
        let (_server, client) = Client::start(transport, slow_workspace(), options).await;
        let calls = [0, 1, 2].map(|_| client.begin("count_source", json!({"name": "apple"})));
        let calls = join_all(calls).await;
        sleep(Duration::from_millis(300)).await;
        let shown = timeout(AT_ONCE, client.call("show_package", json!({"name": "banana"}))).await;
        assert_eq!(shown.unwrap()["success"], true, "{transport:?}");
        for call in calls {
            call.cancel(None).await.unwrap();
        }
        let counted =
            timeout(AT_ONCE, client.call("count_source", json!({"name": "banana"}))).await;
        assert_eq!(counted.unwrap()["data"]["files"], 1, "{transport:?}");
    }
}

/// One slow call leaves a turn for the source of another package.
#[tokio::test]
async fn a_slow_package_does_not_block_another() {
    let _alone = alone().await;
    let options = &["--time-limit", "180"];
    let (_server, client) = Client::start(Transport::Stdio, slow_workspace(), options).await;
    let _slow = client.begin("count_source", json!({"name": "apple"})).await;
    sleep(Duration::from_millis(300)).await;
    let counted = timeout(AT_ONCE, client.call("count_source", json!({"name": "banana"}))).await;
    assert_eq!(counted.unwrap()["data"]["files"], 1);
}

/// A client without sessions cancels a call by closing its connection.
#[tokio::test]
async fn a_call_that_is_left_ends() {
    let _alone = alone().await;
    let (_server, url) = over_http(slow_workspace(), &["--time-limit", "180"]).await;
    let count = async |package: &str| {
        let arguments = json!({"name": package});
        http::call(&http::client(), &url, "count_source", &arguments).send().await
    };
    let left = join_all((0..4).map(|_| count("apple")));
    assert!(timeout(Duration::from_millis(500), left).await.is_err());
    let counted = timeout(AT_ONCE, count("banana")).await.unwrap().unwrap();
    assert!(counted.text().await.unwrap().contains(r#""files":1"#));
}

/// A call that gets no turn can be retried, and a call that is not finished in time reports the rest.
#[tokio::test]
async fn every_call_is_answered_in_time() {
    let _alone = alone().await;
    let options = &["--time-limit", "3"];
    let (_server, client) = Client::start(Transport::Stdio, slow_workspace(), options).await;
    let calls = (0..8).map(|_| client.call("count_source", json!({"name": "apple"})));
    let answers = timeout(AT_ONCE, join_all(calls)).await.unwrap();
    let (read, busy): (Vec<_>, Vec<_>) =
        answers.into_iter().partition(|answer| answer["success"] == true);
    assert!(read.len() >= 2 && !busy.is_empty(), "{} {}", read.len(), busy.len());
    for answer in read {
        let (data, warning) = (&answer["data"], &answer["meta"]["warning_details"][0]);
        assert_eq!(warning["code"], "CONTENT_TRUNCATED");
        let left_out = &warning["context"]["dropped_count"];
        assert_eq!(data["files"].as_u64().unwrap() + left_out.as_u64().unwrap(), 1_001);
    }
    for answer in busy {
        assert_eq!(answer["data"]["error_code"], "UNAVAILABLE");
        assert_eq!(answer["data"]["retry_after_seconds"], 5);
    }
}

/// Only the first call reads the manifest. The others are refused at once.
#[tokio::test]
async fn a_refused_manifest_is_not_read_for_each_call() {
    let _alone = alone().await;
    let folder = workspace("refused");
    let table: Vec<_> = (0..15_000).map(|index| format!("a{index} = '1'")).collect();
    let manifest = format!("[package]\nname = 'a'\n[dependencies]\n{}\n[broken", table.join("\n"));
    assert!(manifest.len() < 256 << 10, "it must not be refused for its size");
    fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    let (_server, client) = Client::start(Transport::Stdio, &folder, &[]).await;
    let list = async || {
        let start = Instant::now();
        assert_eq!(client.failure("list_packages", json!({})).await.0, "MANIFEST_UNREADABLE");
        start.elapsed()
    };
    let first = list().await;
    let start = Instant::now();
    for _ in 0..20 {
        list().await;
    }
    assert!(start.elapsed() < first * 10, "{first:?} {:?}", start.elapsed());
}

/// The SDK doesn't answer a cancelled call, which leaves its place to others all the same.
#[tokio::test]
async fn cancelled_calls_make_room() {
    let (_server, client) = Client::start(Transport::Stdio, &workspace("room"), &[]).await;
    for _ in 0..100 {
        client.begin("drill", slow(10_000)).await.cancel(None).await.unwrap();
    }
    timeout(AT_ONCE, client.call("list_packages", json!({}))).await.unwrap();
}

/// The server reads no further than it has room for answers. When the client reads on, none is lost.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn unread_answers_take_little_memory() {
    // 12 MB of answers.
    const UNREAD: usize = 3_000;
    let mut server = program(&workspace("unread"), &[]).stderr(Stdio::null()).spawn().unwrap();
    let mut write = server.stdin.take().unwrap();
    let mut read = BufReader::new(server.stdout.take().unwrap()).lines();
    let client = json!({"name": "test", "version": "1"});
    let params = json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client});
    let initialize = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params});
    let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    write.write_all(format!("{initialize}\n{initialized}\n").as_bytes()).await.unwrap();
    read.next_line().await.unwrap();

    let process = server.id().unwrap();
    let resident = || {
        let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
        let memory = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        memory.trim().trim_end_matches(" kB").parse::<u64>().unwrap()
    };
    let before = resident();
    let asking = tokio::spawn(async move {
        for id in 0..UNREAD {
            // More than the largest pipe holds.
            let params = json!({"_meta": {"test/filler": "x".repeat(2_000)}});
            let list =
                json!({"jsonrpc": "2.0", "id": id, "method": "tools/list", "params": params});
            write.write_all(format!("{list}\n").as_bytes()).await.unwrap();
        }
        write
    });
    sleep(Duration::from_secs(2)).await;
    let unread = resident().saturating_sub(before);
    assert!(unread < 8 << 10, "{unread} KiB");
    assert!(!asking.is_finished(), "the server has read all of them");

    let mut ids = std::collections::HashSet::new();
    while ids.len() < UNREAD {
        let line = read.next_line().await.unwrap().unwrap();
        let answer: Value = serde_json::from_str(&line).unwrap();
        assert!(ids.insert(answer["id"].as_u64().unwrap()));
    }
    asking.await.unwrap();
}
