//! A small part of the load run: every call gets its own answer, and answers that nobody reads take little memory.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test may panic"
)]

#[path = "../benches/load/calls.rs"]
mod calls;
#[path = "../benches/load/http.rs"]
mod http;
#[path = "../benches/load/messages.rs"]
mod messages;
#[allow(dead_code, reason = "the load run uses the rest")]
#[path = "../benches/load/process.rs"]
mod process;
#[path = "../benches/load/stdio.rs"]
mod stdio;
#[allow(dead_code, reason = "as above")]
#[path = "../benches/load/tally.rs"]
mod tally;

use std::collections::HashSet;
use std::time::Duration;

use calls::{Server, Verdict};
use serde_json::{Value, json};
use stdio::Pipes;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt};

const CALLS: u64 = 1_000;

#[tokio::test]
async fn over_http_each_call_gets_its_own_answer() {
    let (_process, url) = process::over_http(Server::Inspector).await.unwrap();
    let (tally, _) = http::call(Server::Inspector, &url, CALLS, 50).await.unwrap();
    assert_eq!((tally.calls(), tally.crossed, tally.wrong), (CALLS, 0, 0));
}

#[tokio::test]
async fn over_stdio_each_call_gets_its_own_answer() {
    let mut process = process::over_stdio(Server::Inspector).unwrap();
    let mut pipes = Pipes::open(&mut process).await.unwrap();
    let tally = pipes.call(Server::Inspector, 0..CALLS).await.unwrap();
    assert_eq!((tally.calls(), tally.crossed, tally.wrong), (CALLS, 0, 0));
}

/// The server reads no further than it has room for answers. When the client reads on, none is lost.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn unread_answers_take_little_memory() {
    const UNREAD: u64 = 6_000;
    let mut process = process::over_stdio(Server::Inspector).unwrap();
    let Pipes { mut write, read } = Pipes::open(&mut process).await.unwrap();
    let asking = tokio::spawn(async move {
        for id in 0..UNREAD {
            write.write_all(list(id).as_bytes()).await.unwrap();
        }
        write
    });
    tokio::time::sleep(Duration::from_secs(5)).await;
    let memory = process::memory(&process).unwrap() >> 10;
    println!("{memory} MiB");
    assert!(memory < 64, "{memory} MiB");
    assert!(!asking.is_finished(), "the server has read all of them");

    let mut ids = HashSet::new();
    let mut lines = read.lines();
    while (ids.len() as u64) < UNREAD {
        assert!(ids.insert(id(&lines.next_line().await.unwrap().unwrap())));
    }
    asking.await.unwrap();
}

/// A call with a large answer.
fn list(id: u64) -> String {
    let params = json!({"name": "list_packages", "arguments": {"page_size": 50}});
    let call = json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params});
    format!("{call}\n")
}

fn id(answer: &str) -> u64 {
    serde_json::from_str::<Value>(answer).unwrap()["id"].as_u64().unwrap()
}

/// What the load run would count.
#[test]
fn wrong_answers_are_noticed() {
    let answer = |id: u64, request_id: &str, package: &str| {
        let envelope = json!({
            "success": true,
            "data": {"package": {"name": package}},
            "meta": {"request_id": request_id},
        });
        json!({"id": id, "result": {"structuredContent": envelope}})
    };
    let judge = |answer| Server::Inspector.judge(8, &answer);
    assert_eq!(judge(answer(8, "load-8", "envelope-runtime")), Verdict::Right);
    assert_eq!(judge(answer(9, "load-8", "envelope-runtime")), Verdict::Crossed);
    assert_eq!(judge(answer(8, "load-9", "envelope-runtime")), Verdict::Crossed);
    assert_eq!(judge(answer(8, "load-8", "envelope-macros")), Verdict::Wrong);
    assert_eq!(judge(json!({"id": 8, "error": {"code": -32603}})), Verdict::Wrong);

    let judge = |answer| Server::Counter.judge(8, &answer);
    let answer = |id: u64, text: &str| json!({"id": id, "result": {"content": [{"text": text}]}});
    assert_eq!(judge(answer(8, "9")), Verdict::Right);
    assert_eq!(judge(answer(9, "9")), Verdict::Crossed);
    assert_eq!(judge(answer(8, "10")), Verdict::Wrong);
}
