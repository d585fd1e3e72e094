//! A small part of the load run: every call gets its own answer.

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

use calls::{Server, Verdict};
use serde_json::json;
use stdio::Pipes;

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
