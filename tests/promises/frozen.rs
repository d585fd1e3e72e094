//! Time, durations, random ids and the host, frozen in a scope.

use std::future::Future;
use std::pin::Pin;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use envelope_runtime::dialect::{self, AnyJson, Call, Dialect, Entries, PlainData};
use envelope_runtime::dotbot::Host;
use envelope_runtime::testing::{Frozen, frozen};
use envelope_runtime::{Envelope, ErrorReport, RequestId, ToolFailure, envelope_tool};
use pollster::block_on;
use serde_json::{Value, json};

use crate::support::wire;

/// The example of dotbot's contract is from this time: 2026-01-02T13:57:00Z.
fn example() -> Frozen {
    Frozen::new()
        .timestamp(UNIX_EPOCH + Duration::from_secs(1_767_362_220))
        .duration(Duration::from_millis(45))
        .random_id("8b3e5f6c0a2f4ed4a3fb9e0b2f8f8d3a")
        .host(Host::Warp)
}

/// Succeeds for an even number, and fails for an odd one.
fn shards(count: u8) -> Result<u8, ToolFailure> {
    match count % 2 {
        0 => Ok(count),
        _ => Err(ToolFailure::conflict("The number of shards is odd").remediation("Add a shard")),
    }
}

#[envelope_tool(dialect = "response-v2", data = "shards", telemetry)]
fn response_v2(count: u8) -> Result<u8, ToolFailure> {
    shards(count)
}

#[envelope_tool(
    dialect = "dotbot-mcp-response@1",
    tool = "index.open",
    version = "1.0.0",
    source = "src/index.rs",
    data = "shards",
    summary("Opened {data} shards.")
)]
fn dotbot(count: u8) -> Result<u8, ToolFailure> {
    shards(count)
}

#[envelope_tool(dialect = "mcp-2025-11-25", data = "shards")]
fn mcp_2025(count: u8) -> Result<u8, ToolFailure> {
    shards(count)
}

#[envelope_tool(dialect = "mcp-2026-07-28", data = "shards")]
fn mcp_2026(count: u8) -> Result<u8, ToolFailure> {
    shards(count)
}

#[envelope_tool(
    dialect = "code-scalpel-v1",
    tool = "open_index",
    version = "3.2.8",
    tier = "pro",
    data = "shards"
)]
fn code_scalpel(count: u8) -> Result<u8, ToolFailure> {
    shards(count)
}

/// The `audit` of an envelope of dotbot.
fn audit() -> Value {
    wire(dotbot(2))["audit"].take()
}

fn request_id() -> Value {
    wire(code_scalpel(2))["request_id"].take()
}

#[test]
fn envelopes_are_the_same_in_every_call() {
    /// A tool with its success and its failure.
    type Case = (fn(u8) -> Envelope, &'static str, &'static str);

    let tools: [Case; 5] = [
        (
            response_v2,
            r#"{"success":true,"data":{"shards":2},"error":null,"meta":{"version":"response-v2","telemetry":{"duration_ms":45}}}"#,
            r#"{"success":false,"data":{"error_code":"CONFLICT","error_type":"conflict","remediation":"Add a shard"},"error":"The number of shards is odd","meta":{"version":"response-v2","telemetry":{"duration_ms":45}}}"#,
        ),
        (
            dotbot,
            r#"{"schema_id":"dotbot-mcp-response@1","tool":"index.open","version":"1.0.0","status":"ok","summary":"Opened 2 shards.","data":{"shards":2},"warnings":[],"errors":[],"audit":{"timestamp":"2026-01-02T13:57:00Z","duration_ms":45,"source":"src/index.rs","host":"warp"}}"#,
            r#"{"schema_id":"dotbot-mcp-response@1","tool":"index.open","version":"1.0.0","status":"error","summary":"The number of shards is odd","data":{},"warnings":[],"errors":[{"code":"CONFLICT","message":"The number of shards is odd","details":{"remediation":"Add a shard"}}],"audit":{"timestamp":"2026-01-02T13:57:00Z","duration_ms":45,"source":"src/index.rs","host":"warp"}}"#,
        ),
        (
            mcp_2025,
            r#"{"content":[{"type":"text","text":"{\"shards\":2}"}],"structuredContent":{"shards":2},"isError":false}"#,
            r#"{"content":[{"type":"text","text":"Error: The number of shards is odd\n(CONFLICT, retry after checking the state)\nAdd a shard"}],"isError":true}"#,
        ),
        (
            mcp_2026,
            r#"{"resultType":"complete","content":[{"type":"text","text":"{\"shards\":2}"}],"structuredContent":{"shards":2},"isError":false}"#,
            r#"{"resultType":"complete","content":[{"type":"text","text":"Error: The number of shards is odd\n(CONFLICT, retry after checking the state)\nAdd a shard"}],"isError":true}"#,
        ),
        (
            code_scalpel,
            r#"{"tier":"pro","tool_version":"3.2.8","tool_id":"open_index","request_id":"8b3e5f6c0a2f4ed4a3fb9e0b2f8f8d3a","capabilities":["envelope-v1"],"duration_ms":45,"error":null,"upgrade_hints":[],"data":{"shards":2}}"#,
            r#"{"tier":"pro","tool_version":"3.2.8","tool_id":"open_index","request_id":"8b3e5f6c0a2f4ed4a3fb9e0b2f8f8d3a","capabilities":["envelope-v1"],"duration_ms":45,"error":{"error":"The number of shards is odd","error_code":"correction_needed","error_details":{"remediation":"Add a shard"}},"upgrade_hints":[],"data":null}"#,
        ),
    ];
    for (tool, success, failure) in tools {
        example().sync_scope(|| {
            for _ in 0..3 {
                assert_eq!(tool(2).as_str(), success);
                assert_eq!(tool(3).as_str(), failure);
                std::thread::sleep(Duration::from_millis(2));
            }
        });
    }
}

#[test]
fn there_are_values_for_tests_that_set_none() {
    let audit_of_none =
        json!({"timestamp": "1970-01-01T00:00:00Z", "duration_ms": 0, "source": "src/index.rs"});
    assert_eq!(frozen(audit), audit_of_none);
    assert_eq!(Frozen::new().sync_scope(request_id), "0".repeat(32));
    assert_eq!(Frozen::default(), Frozen::new());
    assert_eq!(Frozen::new().random_id(""), Frozen::new());
    assert_eq!(Frozen::new().host(Host::Ci).host(None), Frozen::new());
}

/// The seconds from 1970 to a timestamp of dotbot.
fn seconds(timestamp: &Value) -> i64 {
    timestamp.as_str().unwrap().parse::<jiff::Timestamp>().unwrap().as_second()
}

/// Asserts that nothing is frozen outside a scope.
fn assert_real() {
    #[envelope_tool(dialect = "response-v2", telemetry)]
    fn slow() -> Result<(), ToolFailure> {
        std::thread::sleep(Duration::from_millis(5));
        Ok(())
    }

    let before = jiff::Timestamp::now();
    let (now, audit) = (jiff::Timestamp::try_from(dialect::now()).unwrap(), audit());
    let after = jiff::Timestamp::now();
    assert!((before..=after).contains(&now));
    assert!((before.as_second()..=after.as_second()).contains(&seconds(&audit["timestamp"])));
    assert_eq!(audit.get("host").cloned(), Host::detect().map(|host| json!(host)));
    assert_ne!(request_id(), request_id());
    assert!(wire(slow())["meta"]["telemetry"]["duration_ms"].as_u64().unwrap() >= 5);
}

#[test]
fn nothing_is_frozen_outside_of_a_scope() {
    assert_real();
    Frozen::new().sync_scope(|| ());
    assert_real();
}

#[test]
fn scopes_nest() {
    let duration = || audit()["duration_ms"].take();
    example().sync_scope(|| {
        assert_eq!(duration(), 45);
        // The inner scope replaces the outer one, also for values that it does not set.
        Frozen::new().duration(Duration::from_micros(7_999)).sync_scope(|| {
            assert_eq!(duration(), 7);
            assert_eq!(request_id(), "0".repeat(32));
            assert_eq!(Host::detect(), None);
        });
        assert_eq!(duration(), 45);
        assert_eq!(Host::detect(), Some(Host::Warp));
    });
    assert_real();
}

#[test]
fn a_scope_ends_with_a_panic() {
    let caught = std::panic::catch_unwind(|| {
        Frozen::new().sync_scope(|| std::panic::resume_unwind(Box::new("panic")))
    });
    assert!(caught.is_err());
    assert_real();
}

#[test]
fn other_threads_are_not_frozen() {
    Frozen::new().sync_scope(|| std::thread::spawn(assert_real).join().unwrap());
    let [one, two] = [1, 2].map(|milliseconds| {
        std::thread::spawn(move || {
            Frozen::new().duration(Duration::from_millis(milliseconds)).sync_scope(|| {
                (0..1_000).map(|_| audit()["duration_ms"].take()).collect::<Vec<_>>()
            })
        })
    });
    assert!(one.join().unwrap().iter().all(|duration| duration == 1));
    assert!(two.join().unwrap().iter().all(|duration| duration == 2));
}

/// Yields once.
async fn pause() {
    let mut paused = false;
    std::future::poll_fn(|context| {
        if std::mem::replace(&mut paused, true) {
            return std::task::Poll::Ready(());
        }
        context.waker().wake_by_ref();
        std::task::Poll::Pending
    })
    .await;
}

#[envelope_tool(dialect = "code-scalpel-v1", tier = "pro")]
async fn paused() -> Result<SystemTime, ToolFailure> {
    pause().await;
    Ok(dialect::now())
}

/// A future is polled on several threads, and one of the threads has frozen other values.
#[test]
fn a_scoped_future_is_frozen_across_await_and_threads() {
    let mut future: Pin<Box<dyn Future<Output = Envelope> + Send>> =
        Box::pin(example().scope(paused()));
    future = std::thread::spawn(move || {
        Frozen::new().sync_scope(|| {
            let mut context = std::task::Context::from_waker(std::task::Waker::noop());
            assert!(future.as_mut().poll(&mut context).is_pending());
            assert_eq!(dialect::now(), UNIX_EPOCH);
        });
        future
    })
    .join()
    .unwrap();
    let envelope = wire(block_on(future));
    assert_eq!(envelope["duration_ms"], 45);
    assert_eq!(envelope["request_id"], "8b3e5f6c0a2f4ed4a3fb9e0b2f8f8d3a");
    assert_eq!(
        envelope["data"],
        json!({"secs_since_epoch": 1_767_362_220, "nanos_since_epoch": 0})
    );
    assert_real();
}

/// A function that returns a future is called outside of the scope in which its future runs.
#[test]
fn a_returned_future_is_frozen_where_it_runs() {
    #[envelope_tool(dialect = "dotbot-mcp-response@1", summary("Waited."))]
    fn returned() -> Pin<Box<dyn Future<Output = Result<(), ToolFailure>> + Send>> {
        Box::pin(pause_well())
    }

    async fn pause_well() -> Result<(), ToolFailure> {
        pause().await;
        Ok(())
    }

    // `sync_scope` does not accept a closure that returns a future itself.
    let future = Frozen::new().sync_scope(|| Some(returned())).unwrap();
    let audit = wire(block_on(example().scope(future)))["audit"].take();
    assert_eq!(audit["timestamp"], "2026-01-02T13:57:00Z");
    assert_eq!((&audit["duration_ms"], &audit["host"]), (&json!(45), &json!("warp")));
}

#[test]
fn settings_and_ambient_ids_win() {
    #[envelope_tool(dialect = "dotbot-mcp-response@1", host = host, summary("Done."))]
    fn hosted(host: Option<Host>) -> Result<(), ToolFailure> {
        Ok(())
    }

    #[envelope_tool(dialect = "code-scalpel-v1", tier = "pro", request_id = "setting")]
    fn identified() -> Result<(), ToolFailure> {
        Ok(())
    }

    example().sync_scope(|| {
        assert_eq!(wire(hosted(Some(Host::Ci)))["audit"]["host"], "ci");
        assert_eq!(wire(hosted(None))["audit"].get("host"), None);
        assert_eq!(wire(identified())["request_id"], "setting");
        assert_eq!(RequestId::new("req_1").sync_scope(request_id), "req_1");
        // A random id is made only for a contract that requires an id.
        assert_eq!(response_v2(2).request_id(), None);
        assert_eq!(audit().get("correlation_id"), None);
    });
}

#[test]
fn a_caught_panic_is_frozen() {
    #[envelope_tool(dialect = "code-scalpel-v1", version = "3.2.8", tier = "pro", catch_panic)]
    fn panics() -> Result<(), ToolFailure> {
        std::panic::resume_unwind(Box::new("lost"))
    }

    let envelope = wire(example().sync_scope(panics));
    assert_eq!(envelope["duration_ms"], 45);
    assert_eq!(envelope["request_id"], "8b3e5f6c0a2f4ed4a3fb9e0b2f8f8d3a");
    assert_eq!(envelope["error"]["error_code"], "internal_error");
}

/// A custom dialect, with a time and a duration.
#[derive(Default)]
struct Timed;

fn write_times(call: &Call, ok: bool, envelope: &mut Entries<'_>) {
    envelope.value("at", &dialect::now());
    envelope.value("took", &call.elapsed());
    envelope.bool("ok", ok);
}

impl<T> PlainData<T> for Timed {}

impl Dialect for Timed {
    const ID: &'static str = "timed";

    type Root = AnyJson;
    type Meta = ();

    fn success(&self, call: &Call, _: &(), envelope: &mut Entries<'_>) {
        write_times(call, true, envelope);
    }

    fn failure(&self, call: &Call, _: &ErrorReport, envelope: &mut Entries<'_>) {
        write_times(call, false, envelope);
    }

    fn is_timed(&self) -> bool {
        true
    }
}

#[test]
fn a_custom_dialect_is_frozen_too() {
    #[envelope_tool(dialect = Timed)]
    fn timed(count: u8) -> Result<(), ToolFailure> {
        shards(count).map(drop)
    }

    for (count, ok) in [(2, true), (3, false)] {
        let expected = json!({
            "at": {"secs_since_epoch": 1_767_362_220, "nanos_since_epoch": 0},
            "took": {"secs": 0, "nanos": 45_000_000},
            "ok": ok
        });
        assert_eq!(wire(example().sync_scope(|| timed(count))), expected);
    }
}
