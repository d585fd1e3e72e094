//! `timeout`: a body that takes too long is dropped, and the tool answers.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::Context;
use envelope_runtime::code_scalpel::CodeScalpel;
use envelope_runtime::dotbot::Dotbot;
use envelope_runtime::mcp_2025_11_25::Mcp;
use envelope_runtime::response_v2::ResponseV2;
use envelope_runtime::rfc9457::Rfc9457;
use envelope_runtime::{
    AnyDialect, Dialects, Envelope, ErrorType, RequestId, Retry, ToolError, ToolFailure,
    envelope_tool, mcp_2026_07_28,
};
use rmcp::{tool, tool_router};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

/// Counts its drops.
struct Held(Arc<AtomicUsize>);

impl Drop for Held {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

#[derive(Debug, thiserror::Error, ToolError)]
enum SlowError {
    #[error("{0} is odd")]
    #[tool_error(code = "VALIDATION_ERROR")]
    Odd(u64),
}

async fn wait(seconds: u64) -> Result<u64, SlowError> {
    sleep(Duration::from_secs(seconds)).await;
    if seconds.is_multiple_of(2) { Ok(seconds) } else { Err(SlowError::Odd(seconds)) }
}

#[envelope_tool(dialect = "response-v2", data = "seconds", timeout = Duration::from_secs(5))]
async fn plain(seconds: u64, held: Held) -> Result<u64, SlowError> {
    let _held = held;
    let waited = wait(seconds).await?;
    Ok(waited)
}

#[envelope_tool(dialect = "response-v2", data = "seconds", timeout = Duration::from_secs(5), catch_panic)]
async fn caught(seconds: u64, held: Held) -> Result<u64, SlowError> {
    let _held = held;
    wait(seconds).await
}

#[envelope_tool(dialect = "response-v2", data = "seconds", timeout = Duration::from_secs(5))]
fn future(seconds: u64, held: Held) -> impl Future<Output = Result<u64, SlowError>> {
    async move {
        let _held = held;
        let waited = wait(seconds).await?;
        Ok(waited)
    }
}

#[envelope_tool(dialect = "response-v2", data = "seconds", timeout = Duration::from_secs(5), catch_panic)]
fn boxed(seconds: u64, held: Held) -> Pin<Box<dyn Future<Output = Result<u64, SlowError>> + Send>> {
    Box::pin(async move {
        let _held = held;
        wait(seconds).await
    })
}

#[envelope_tool(dialects("response-v2", "dotbot-mcp-response@1"), data = "seconds", timeout = Duration::from_secs(5), summary("{data} seconds."))]
async fn negotiated(seconds: u64, held: Held) -> Result<u64, SlowError> {
    let _held = held;
    wait(seconds).await
}

type Tool = fn(u64, Held) -> Pin<Box<dyn Future<Output = Envelope>>>;

fn tools() -> [(&'static str, Tool); 5] {
    [
        ("plain", |seconds, held| Box::pin(plain(seconds, held))),
        ("caught", |seconds, held| Box::pin(caught(seconds, held))),
        ("future", |seconds, held| Box::pin(future(seconds, held))),
        ("boxed", |seconds, held| Box::pin(boxed(seconds, held))),
        ("negotiated", |seconds, held| Box::pin(negotiated(seconds, held))),
    ]
}

const CHECK_FIRST: &str = "heck whether it took effect before you retry";

/// The body may have written something, so no contract advises to repeat the call at once.
#[tokio::test(start_paused = true)]
async fn a_timeout_advises_to_check_first() {
    #[envelope_tool(
        dialects(
            "response-v2", "dotbot-mcp-response@1", "mcp-2025-11-25", "mcp-2026-07-28",
            "code-scalpel-v1", "rfc9457"
        ),
        tier = "pro",
        summary("Waited."),
        timeout = Duration::from_secs(5)
    )]
    async fn slow() -> Result<(), ToolFailure> {
        sleep(Duration::from_secs(60)).await;
        Ok(())
    }

    let dialects = Dialects::of::<ResponseV2>().and::<Dotbot>().and::<Mcp>();
    let dialects = dialects.and::<mcp_2026_07_28::Mcp>().and::<CodeScalpel>().and::<Rfc9457>();
    for id in dialects.ids() {
        let envelope = dialects.find(id).unwrap().scope(slow()).await;
        assert_eq!(envelope.dialect(), id);
        assert_eq!(envelope.retry(), Some(Retry::OutcomeUnknown), "{id}");
        assert!(envelope.as_str().contains(CHECK_FIRST), "{envelope}");
        let read = envelope_client::read::<Value>(envelope.as_str()).unwrap();
        assert_eq!(read.outcome.unwrap_err().retry(), Retry::OutcomeUnknown, "{envelope}");
        assert!(!envelope.as_str().contains("retryable"), "{envelope}");
    }
}

/// The hint is sent, and the advice is still to check first.
#[tokio::test(start_paused = true)]
async fn a_timeout_has_the_hint_of_its_author() {
    const HINT: &str = "Call get_order to see whether it was placed";

    #[envelope_tool(
        dialects("response-v2", "mcp-2025-11-25", "rfc9457"),
        timeout(Duration::from_secs(5), hint = "Call get_order to see whether it was placed")
    )]
    async fn order(seconds: u64) -> Result<(), ToolFailure> {
        sleep(Duration::from_secs(seconds)).await;
        Ok(())
    }

    assert_eq!(order(1).await.remediation(), None);
    let dialects = Dialects::of::<ResponseV2>().and::<Mcp>().and::<Rfc9457>();
    for id in dialects.ids() {
        let envelope = dialects.find(id).unwrap().scope(order(60)).await;
        assert_eq!(envelope.remediation(), Some(HINT));
        assert!(envelope.as_str().contains(HINT), "{envelope}");
        assert_eq!(envelope.retry(), Some(Retry::OutcomeUnknown));
    }
}

/// Read-only and idempotent calls can be repeated.
#[tokio::test(start_paused = true)]
async fn a_timeout_of_a_tool_that_only_reads_advises_to_retry() {
    struct Server;

    #[envelope_tool(dialect = "response-v2", data = "seconds", timeout = Duration::from_secs(5))]
    #[tool_router]
    impl Server {
        #[tool(annotations(read_only_hint = true))]
        async fn reads(&self) -> Result<u64, SlowError> {
            wait(60).await
        }

        #[tool(annotations(title = "Sets", idempotent_hint = true))]
        async fn sets(&self) -> Result<u64, SlowError> {
            wait(60).await
        }

        #[tool(annotations(read_only_hint = false))]
        async fn writes(&self) -> Result<u64, SlowError> {
            wait(60).await
        }
    }

    for envelope in [Server.reads().await, Server.sets().await] {
        assert_eq!(envelope.retry(), Some(Retry::Backoff));
        let hint = "Retry later, or ask for less: a repeated call does no harm";
        assert_eq!(envelope.remediation(), Some(hint));
    }
    assert_eq!(Server.writes().await.retry(), Some(Retry::OutcomeUnknown));
    assert_eq!(Server::tool_router().list_all().len(), 3);
}

#[derive(Debug, thiserror::Error, ToolError)]
#[error("The service hung up")]
#[tool_error(code = "UNAVAILABLE", retry = "outcome_unknown", remediation = "Ask for one day")]
struct HungUp;

#[envelope_tool(dialect = "response-v2", idempotent)]
mod tools {
    use super::*;

    #[envelope_tool(data = "seconds")]
    pub(super) async fn within(limit: Duration) -> Result<u64, ToolFailure> {
        Ok(tokio::time::timeout(limit, sleep(Duration::from_secs(60))).await.map(|()| 60)?)
    }

    #[envelope_tool]
    pub(super) fn asks() -> Result<(), HungUp> {
        Err(HungUp)
    }
}

/// Without the SDK, a tool or its block has the argument `idempotent`. It also covers timeouts in the body.
#[tokio::test(start_paused = true)]
async fn a_timeout_of_an_idempotent_tool_advises_to_retry() {
    #[envelope_tool(dialect = "mcp-2025-11-25", idempotent, timeout = Duration::from_secs(5))]
    async fn reads() -> Result<(), ToolFailure> {
        sleep(Duration::from_secs(60)).await;
        Ok(())
    }

    let text = "Error: The operation took longer than 5s\\n(TIMEOUT, retry with backoff, at most 3 times)\\nRetry later, or ask for less: a repeated call does no harm";
    assert!(reads().await.as_str().contains(text));
    let envelope = tools::within(Duration::from_secs(5)).await;
    assert_eq!((envelope.retry(), envelope.error_code()), (Some(Retry::Backoff), Some("TIMEOUT")));
    let envelope = tools::asks();
    assert_eq!(envelope.retry(), Some(Retry::Backoff));
    assert!(envelope.as_str().contains(r#""remediation":"Ask for one day""#), "{envelope}");
}

/// The contexts of the body's error reach the caller, and a timeout has no context.
#[tokio::test(start_paused = true)]
async fn contexts_are_sent_from_a_body_with_a_limit() {
    #[envelope_tool(dialect = "response-v2", send_contexts, timeout = Duration::from_secs(5))]
    async fn read(seconds: u64) -> anyhow::Result<()> {
        sleep(Duration::from_secs(seconds)).await;
        Err(std::io::Error::other("secret")).context("Reading the index")
    }

    #[envelope_tool(dialect = "response-v2", send_contexts, catch_panic, timeout = Duration::from_secs(5))]
    fn read_later(seconds: u64) -> impl Future<Output = anyhow::Result<()>> {
        async move {
            sleep(Duration::from_secs(seconds)).await;
            Err(std::io::Error::other("secret")).context("Reading the index")
        }
    }

    for envelope in [read(1).await, read_later(1).await] {
        assert!(envelope.as_str().contains("Reading the index"), "{envelope}");
        assert!(!envelope.as_str().contains("secret"), "{envelope}");
        assert_eq!(envelope.error_code(), Some("INTERNAL_ERROR"));
    }
    for envelope in [read(9).await, read_later(9).await] {
        assert_eq!(envelope.error_code(), Some("TIMEOUT"));
    }
}

#[tokio::test(start_paused = true)]
async fn a_body_that_takes_too_long_is_dropped() {
    for (name, tool) in tools() {
        let drops = Arc::new(AtomicUsize::new(0));
        let started = Instant::now();
        let call = tool(60, Held(drops.clone()));
        let envelope = RequestId::new("req_1").scope(call).await;
        assert_eq!(started.elapsed().as_secs(), 5, "{name}");
        assert_eq!(drops.load(Ordering::SeqCst), 1, "{name}");
        assert_eq!(envelope.error_type(), Some(ErrorType::Unavailable));
        let wire: Value = serde_json::from_str(envelope.as_str()).unwrap();
        assert_eq!(
            wire,
            json!({
                "success": false,
                "data": {
                    "error_code": "TIMEOUT",
                    "error_type": "unavailable",
                    "remediation": "Check whether it took effect before you retry",
                    "details": {"retry": "outcome_unknown"}
                },
                "error": "The operation took longer than 5s",
                "meta": {"version": "response-v2", "request_id": "req_1"}
            }),
            "{name}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn a_body_in_time_is_as_without_a_timeout() {
    for (name, tool) in tools() {
        let envelope = tool(4, Held(Arc::default())).await;
        let wire: Value = serde_json::from_str(envelope.as_str()).unwrap();
        assert_eq!(wire["data"], json!({"seconds": 4}), "{name}");
        let envelope = tool(3, Held(Arc::default())).await;
        assert_eq!(envelope.error_code(), Some("VALIDATION_ERROR"), "{name}");
        assert!(envelope.as_str().contains("3 is odd"), "{name}");
    }
}

/// The limit is evaluated once, before the body, from the arguments.
#[tokio::test(start_paused = true)]
async fn the_limit_is_an_expression() {
    #[envelope_tool(dialect = "mcp-2025-11-25", structured_errors, timeout = limits.remove(0))]
    async fn wait(mut limits: Vec<Duration>) -> Result<(), ToolFailure> {
        assert_eq!(limits.len(), 1);
        limits.clear();
        sleep(Duration::from_secs(2)).await;
        Ok(())
    }

    let limits = |first| vec![Duration::from_secs(first), Duration::ZERO];
    assert_eq!(wait(limits(1)).await.error_code(), Some("TIMEOUT"));
    assert!(wait(limits(3)).await.is_success());
}

#[tokio::test(start_paused = true)]
async fn the_contract_of_the_caller_has_the_timeout() {
    let call = negotiated(60, Held(Arc::default()));
    let envelope = AnyDialect::of::<Dotbot>().scope(call).await;
    let wire: Value = serde_json::from_str(envelope.as_str()).unwrap();
    assert_eq!(wire["errors"][0]["code"], "TIMEOUT");
}

/// Under `catch_panic`, a panic of the body, or of a drop after the timeout, becomes one envelope.
#[tokio::test(start_paused = true)]
async fn panics() {
    struct Bomb;

    impl Drop for Bomb {
        fn drop(&mut self) {
            panic!("dropped");
        }
    }

    #[envelope_tool(dialect = "response-v2", timeout = Duration::from_secs(5), catch_panic)]
    async fn panic(at_once: bool) -> Result<(), ToolFailure> {
        if at_once {
            panic!("at once");
        }
        let _bomb = Bomb;
        sleep(Duration::from_secs(60)).await;
        Ok(())
    }

    for at_once in [true, false] {
        let envelope = panic(at_once).await;
        assert_eq!(envelope.error_code(), Some("INTERNAL_ERROR"));
        assert_eq!(envelope.retry(), Some(Retry::Never));
    }
}

/// A body with a large buffer that lives across an `await`.
async fn large() -> Result<u64, SlowError> {
    let buffer = [1_u8; 10_000];
    tokio::task::yield_now().await;
    Ok(buffer.iter().copied().map(u64::from).sum())
}

#[envelope_tool(
    dialect = "response-v2",
    data = "sum",
    telemetry,
    catch_panic,
    timeout = Duration::from_secs(1)
)]
async fn large_async() -> Result<u64, SlowError> {
    large().await
}

#[envelope_tool(
    dialect = "response-v2",
    data = "sum",
    telemetry,
    catch_panic,
    timeout = Duration::from_secs(1)
)]
fn large_returned() -> impl Future<Output = Result<u64, SlowError>> {
    large()
}

#[envelope_tool(
    dialects("response-v2", "mcp-2025-11-25"),
    data = "sum",
    catch_panic,
    timeout = Duration::from_secs(1)
)]
async fn large_negotiated() -> Result<u64, SlowError> {
    large().await
}

/// A tool's future is hardly larger than its body's. A returned future is in a box.
#[tokio::test]
async fn the_future_of_a_tool_contains_its_body_once() {
    let body = size_of_val(&large());
    let most = body * 105 / 100 + 600;
    for (name, size) in
        [("async", size_of_val(&large_async())), ("dialects", size_of_val(&large_negotiated()))]
    {
        assert!((body..=most).contains(&size), "{name}: {size} of {body}");
    }
    let returned = size_of_val(&large_returned());
    assert!(returned < body / 10, "{returned}");
    for envelope in [large_async().await, large_returned().await, large_negotiated().await] {
        assert!(envelope.as_str().contains(r#""sum":10000"#), "{envelope}");
    }
}
