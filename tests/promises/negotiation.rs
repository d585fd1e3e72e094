//! A tool with several dialects answers in the dialect of its caller.

use std::cell::Cell;
use std::future::Future;
use std::pin::Pin;
use std::sync::Barrier;

use crate::support::{self, wire};
use envelope_runtime::code_scalpel::CodeScalpel;
use envelope_runtime::dotbot::Dotbot;
use envelope_runtime::mcp_2025_11_25::Mcp;
use envelope_runtime::negotiation::capability_negotiate;
use envelope_runtime::response_v2::ResponseV2;
use envelope_runtime::{
    AnyDialect, Dialects, Envelope, Payload, RequestId, Tier, ToolFailure, envelope_tool,
    mcp_2026_07_28,
};
use pollster::block_on;
use serde::Serialize;
use serde_json::{Value, json};

#[path = "../../examples/negotiation/legacy.rs"]
mod legacy;

use legacy::Legacy;

#[derive(Serialize, Payload)]
struct Weather {
    celsius: u8,
}

/// Every setting that a tool of these dialects can have.
#[envelope_tool(
    dialects("response-v2", "dotbot-mcp-response@1", "mcp-2025-11-25", "code-scalpel-v1", Legacy),
    request_id = format!("req_{id}"),
    tool = "weather.now",
    version = "1.2.3",
    telemetry,
    summary("It is {}°C.", data.celsius),
    source = "src/weather.rs",
    host = None,
    text("{}°C", data.celsius),
    structured_errors,
    tier = "pro",
    capabilities = vec!["envelope-v1", "streaming"],
    sunset = "2027-01-31"
)]
fn weather(id: u8) -> Result<Weather, ToolFailure> {
    match id {
        0 => Err(ToolFailure::not_found("City", "Atlantis")),
        _ => Ok(Weather { celsius: 21 }),
    }
}

fn dialect(name: &str) -> AnyDialect {
    dialects().find(name).unwrap()
}

fn answered<R>(name: &str, call: impl FnOnce() -> R) -> R {
    dialect(name).sync_scope(call)
}

/// Replaces the durations and the timestamp, which differ from call to call.
fn stable(mut wire: Value) -> Value {
    for measured in ["/meta/telemetry/duration_ms", "/audit/duration_ms", "/duration_ms"] {
        if let Some(duration) = wire.pointer_mut(measured) {
            assert!(duration.is_u64(), "{measured}: {duration}");
            *duration = json!(0);
        }
    }
    if let Some(timestamp) = wire.pointer_mut("/audit/timestamp") {
        *timestamp = json!("now");
    }
    wire
}

fn sunset() -> Value {
    json!([{
        "code": "DEPRECATED_FIELD",
        "severity": "info",
        "message": "The legacy format is deprecated: ask for response-v2",
        "context": {"sunset": "2027-01-31"}
    }])
}

#[test]
fn each_dialect_answers_with_its_own_settings() {
    for (dialect, expected) in [
        (
            "response-v2",
            json!({
                "success": true,
                "data": {"celsius": 21},
                "error": null,
                "meta": {
                    "version": "response-v2",
                    "request_id": "req_7",
                    "telemetry": {"duration_ms": 0}
                }
            }),
        ),
        (
            "dotbot-mcp-response@1",
            json!({
                "schema_id": "dotbot-mcp-response@1",
                "tool": "weather.now",
                "version": "1.2.3",
                "status": "ok",
                "summary": "It is 21°C.",
                "data": {"celsius": 21},
                "warnings": [],
                "errors": [],
                "audit": {
                    "timestamp": "now",
                    "duration_ms": 0,
                    "source": "src/weather.rs",
                    "correlation_id": "req_7"
                }
            }),
        ),
        (
            "mcp-2025-11-25",
            json!({
                "content": [{"type": "text", "text": "21°C"}],
                "structuredContent": {"celsius": 21},
                "isError": false,
                "_meta": {"request_id": "req_7"}
            }),
        ),
        (
            "code-scalpel-v1",
            json!({
                "tier": "pro",
                "tool_version": "1.2.3",
                "tool_id": "weather.now",
                "request_id": "req_7",
                "capabilities": ["envelope-v1", "streaming"],
                "duration_ms": 0,
                "error": null,
                "upgrade_hints": [],
                "data": {"celsius": 21}
            }),
        ),
        ("legacy", json!({"ok": true, "result": {"celsius": 21}, "warnings": sunset()})),
    ] {
        let envelope = answered(dialect, || weather(7));
        assert!(envelope.is_success());
        assert_eq!(envelope.dialect(), dialect);
        assert_eq!(envelope.request_id().map(RequestId::as_str), Some("req_7"), "{dialect}");
        assert_eq!(stable(wire(envelope)), expected, "{dialect}");
    }
}

#[test]
fn each_dialect_answers_with_a_failure() {
    let message = "City not found: Atlantis";
    for (dialect, pointer, expected) in [
        ("response-v2", "/error", message),
        ("dotbot-mcp-response@1", "/errors/0/message", message),
        ("mcp-2025-11-25", "/structuredContent/error_code", "NOT_FOUND"),
        ("code-scalpel-v1", "/error/error_code", "not_found"),
        ("legacy", "/code", "NOT_FOUND"),
    ] {
        let envelope = answered(dialect, || weather(0));
        assert_eq!(envelope.error_code(), Some("NOT_FOUND"), "{dialect}");
        assert_eq!(envelope.dialect(), dialect);
        assert_eq!(wire(envelope).pointer(pointer), Some(&json!(expected)), "{dialect}");
    }
}

#[test]
fn the_first_answers_where_none_is_set_or_known() {
    assert_eq!(weather(1).dialect(), "response-v2");
    let unknown = AnyDialect::of::<mcp_2026_07_28::Mcp>();
    assert_eq!(unknown.sync_scope(|| weather(1)).dialect(), "response-v2");

    #[envelope_tool(dialects(Legacy, "response-v2"))]
    fn legacy_first() -> Result<(), ToolFailure> {
        Ok(())
    }
    assert_eq!(legacy_first().dialect(), "legacy");
    assert_eq!(answered("response-v2", legacy_first).dialect(), "response-v2");
}

#[test]
fn a_contract_can_be_set_by_an_alias() {
    for (alias, dialect) in [
        ("v2", "response-v2"),
        ("V2", "response-v2"),
        ("Response-V2", "response-v2"),
        ("dotbot", "dotbot-mcp-response@1"),
        ("2025-11-25", "mcp-2025-11-25"),
        ("code-scalpel", "code-scalpel-v1"),
        ("v1", "legacy"),
    ] {
        assert_eq!(answered(alias, || weather(1)).dialect(), dialect, "{alias}");
    }
}

#[test]
fn a_contract_is_shown_by_its_id() {
    let dialect = AnyDialect::of::<ResponseV2>();
    assert_eq!((dialect.id(), dialect.to_string().as_str()), ("response-v2", "response-v2"));
    assert_eq!(format!("{dialect:?}"), r#"AnyDialect("response-v2")"#);
}

#[test]
fn an_alias_is_the_same_contract() {
    for name in ["v2", "V2", "response-v2"] {
        assert_eq!(dialect(name), AnyDialect::of::<ResponseV2>());
    }
    assert_ne!(dialect("v2"), dialect("v1"));
    assert_eq!(dialects().find("respones-v2"), None);
}

#[test]
fn a_list_of_one_is_that_dialect() {
    #[envelope_tool(dialects("response-v2"))]
    fn ping() -> Result<envelope_runtime::response_v2::Reply<()>, ToolFailure> {
        Ok(envelope_runtime::response_v2::Reply::new(()).warning("Slow"))
    }
    assert_eq!(answered("legacy", ping).dialect(), "response-v2");
    assert_eq!(wire(ping())["meta"]["warnings"], json!(["Slow"]));
}

#[test]
fn scopes_nest_and_end_with_a_panic() {
    assert_eq!(AnyDialect::current(), None);
    answered("legacy", || {
        assert_eq!(weather(1).dialect(), "legacy");
        assert_eq!(answered("v2", || weather(1)).dialect(), "response-v2");
        assert_eq!(weather(1).dialect(), "legacy");
        let panicked =
            std::panic::catch_unwind(|| answered("v2", || std::panic::resume_unwind(Box::new(()))));
        assert!(panicked.is_err());
        assert_eq!(AnyDialect::current(), Some(AnyDialect::of::<Legacy>()));
    });
    assert_eq!(AnyDialect::current(), None);
}

#[test]
fn the_data_can_be_under_keys() {
    #[envelope_tool(dialects("response-v2", "mcp-2025-11-25"), data("specs", "total"))]
    fn list() -> Result<(Vec<&'static str>, usize), ToolFailure> {
        Ok((vec!["auth"], 1))
    }
    let data = json!({"specs": ["auth"], "total": 1});
    assert_eq!(wire(list())["data"], data);
    assert_eq!(wire(answered("mcp-2025-11-25", list))["structuredContent"], data);
}

/// One dialect allows only an object as the data, and the other any value.
#[test]
fn an_object_is_at_home_in_every_dialect() {
    #[envelope_tool(dialects("mcp-2026-07-28", "response-v2"))]
    fn nothing() -> Result<(), ToolFailure> {
        Ok(())
    }
    assert_eq!(wire(nothing())["structuredContent"], Value::Null);
    assert_eq!(wire(answered("v2", nothing))["data"], json!({}));
}

#[test]
fn a_setting_is_evaluated_once_whoever_answers() {
    thread_local! {
        static TIMES: Cell<u32> = const { Cell::new(0) };
    }

    fn counted<T>(value: T) -> T {
        TIMES.set(TIMES.get() + 1);
        value
    }

    #[envelope_tool(
        dialects("response-v2", "dotbot-mcp-response@1", "code-scalpel-v1"),
        version = counted("1.0.0"),
        tier = counted(Tier::Pro),
        summary("{}", counted("Done.")),
        correlation_id = counted("req_1")
    )]
    fn work() -> Result<(), ToolFailure> {
        Ok(())
    }

    // Only the dialect with a summary formats the summary.
    for (dialect, times) in [("v2", 3), ("dotbot", 4), ("code-scalpel", 3)] {
        TIMES.set(0);
        assert_eq!(answered(dialect, work).request_id().unwrap().as_str(), "req_1");
        assert_eq!(TIMES.get(), times, "{dialect}");
    }
}

#[test]
fn a_setting_can_borrow_what_the_body_moves() {
    struct Caller {
        id: String,
        tier: Tier,
    }

    #[envelope_tool(
        dialects("response-v2", "code-scalpel-v1"),
        request_id = &caller.id,
        tier = caller.tier
    )]
    async fn greet(caller: Caller) -> Result<(), ToolFailure> {
        drop(caller);
        Ok(())
    }

    let caller = || Caller { id: "req_9".to_owned(), tier: Tier::Enterprise };
    assert_eq!(wire(block_on(greet(caller())))["meta"]["request_id"], "req_9");
    let answer = block_on(AnyDialect::of::<CodeScalpel>().scope(greet(caller())));
    assert_eq!(wire(answer)["tier"], "enterprise");
}

#[test]
fn both_versions_of_mcp_share_a_format() {
    #[envelope_tool(dialects("mcp-2025-11-25", "mcp-2026-07-28"), text("{}°C", data.celsius), pretty)]
    fn now() -> Result<Weather, ToolFailure> {
        Ok(Weather { celsius: 21 })
    }
    for (dialect, result_type) in [
        (AnyDialect::of::<Mcp>(), Value::Null),
        (AnyDialect::of::<mcp_2026_07_28::Mcp>(), json!("complete")),
    ] {
        let result = wire(dialect.sync_scope(now));
        assert_eq!(result["content"][0]["text"], "21°C");
        assert_eq!(result["resultType"], result_type);
    }
}

/// The shapes of functions that can be a tool.
mod shapes {
    use super::*;

    #[envelope_tool(dialects("response-v2", "mcp-2025-11-25"), text("{}", data.celsius))]
    pub(super) async fn asynchronous(celsius: u8) -> Result<Weather, ToolFailure> {
        pause().await;
        Ok(Weather { celsius })
    }

    #[envelope_tool(dialects("response-v2", "mcp-2025-11-25"), text("{}", data.celsius))]
    pub(super) fn future(celsius: u8) -> impl Future<Output = Result<Weather, ToolFailure>> + Send {
        async move { Ok(Weather { celsius }) }
    }

    #[envelope_tool(dialects("response-v2", "mcp-2025-11-25"), text("{}", data.celsius), catch_panic)]
    pub(super) fn boxed(
        celsius: u8,
    ) -> Pin<Box<dyn Future<Output = Result<Weather, ToolFailure>> + Send>> {
        Box::pin(async move { Ok(Weather { celsius }) })
    }

    pub(super) struct Server(pub(super) u8);

    pub(super) trait Tool {
        fn by_trait(&self) -> Envelope;
        fn generic<T: Serialize>(&self, value: T) -> String;
    }

    impl Tool for Server {
        #[envelope_tool(dialects("response-v2", "mcp-2025-11-25"), text("{}", data.celsius))]
        fn by_trait(&self) -> Result<Weather, ToolFailure> {
            Ok(Weather { celsius: self.0 })
        }

        #[envelope_tool(
            dialects("response-v2", "mcp-2025-11-25"), data = "value", text("any"), returns = String
        )]
        fn generic<T: Serialize>(&self, value: T) -> Result<T, ToolFailure> {
            Ok(value)
        }
    }

    #[envelope_tool(dialects("response-v2", "mcp-2025-11-25"), text("{}", data.celsius), catch_panic)]
    pub(super) fn caught(celsius: u8) -> Result<Weather, ToolFailure> {
        assert!(celsius < 100, "it boils");
        Ok(Weather { celsius })
    }

    #[envelope_tool(dialects("response-v2", "mcp-2025-11-25"), returns = Value)]
    pub(super) fn as_value(celsius: u8) -> Result<Weather, ToolFailure> {
        Ok(Weather { celsius })
    }
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

/// The future is made outside the scope, as an argument of `scope`.
#[test]
fn a_future_answers_in_the_scope_that_it_runs_in() {
    let mcp = AnyDialect::of::<Mcp>;
    assert_eq!(block_on(shapes::asynchronous(3)).dialect(), "response-v2");
    assert_eq!(block_on(shapes::future(3)).dialect(), "response-v2");
    assert_eq!(block_on(shapes::boxed(3)).dialect(), "response-v2");
    for envelope in [
        block_on(mcp().scope(shapes::asynchronous(3))),
        block_on(mcp().scope(shapes::future(3))),
        block_on(mcp().scope(shapes::boxed(3))),
    ] {
        assert_eq!(envelope.dialect(), "mcp-2025-11-25");
        assert_eq!(wire(envelope)["content"][0]["text"], "3");
    }
}

#[test]
fn methods_generics_outputs_and_panics_are_answered_in_the_contract() {
    use shapes::Tool;

    let server = shapes::Server(4);
    let in_mcp = |call: &dyn Fn() -> Value| answered("mcp-2025-11-25", call);
    assert_eq!(wire(server.by_trait())["data"], json!({"celsius": 4}));
    assert_eq!(in_mcp(&|| wire(server.by_trait()))["content"][0]["text"], "4");
    assert_eq!(wire(server.generic([1]))["data"], json!({"value": [1]}));
    assert_eq!(in_mcp(&|| wire(server.generic(true)))["structuredContent"], json!({"value": true}));
    assert_eq!(shapes::as_value(5)["data"], json!({"celsius": 5}));
    assert_eq!(in_mcp(&|| shapes::as_value(5))["structuredContent"], json!({"celsius": 5}));
    assert_eq!(wire(shapes::caught(6))["data"], json!({"celsius": 6}));
    assert_eq!(shapes::caught(100).error_code(), Some("INTERNAL_ERROR"));
    let panicked = answered("mcp-2025-11-25", || shapes::caught(100));
    assert_eq!(panicked.error_code(), Some("INTERNAL_ERROR"));
    assert_eq!(wire(panicked)["isError"], true);
}

#[test]
fn concurrent_calls_do_not_cross() {
    const DIALECTS: [&str; 3] = ["response-v2", "mcp-2025-11-25", "legacy"];

    #[envelope_tool(dialects("response-v2", "mcp-2025-11-25", Legacy), request_id = id)]
    async fn slow(id: usize) -> Result<(), ToolFailure> {
        for _ in 0..id % 4 {
            pause().await;
        }
        Ok(())
    }

    // On one thread, polled in turns.
    let mut calls: Vec<_> =
        (0..300).map(|id| Some(Box::pin(dialect(DIALECTS[id % 3]).scope(slow(id))))).collect();
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    let mut left = calls.len();
    while left > 0 {
        for (id, slot) in calls.iter_mut().enumerate() {
            let Some(call) = slot else { continue };
            if let std::task::Poll::Ready(envelope) = call.as_mut().poll(&mut context) {
                assert_eq!(envelope.dialect(), DIALECTS[id % 3]);
                assert_eq!(envelope.request_id().unwrap().as_str(), id.to_string());
                *slot = None;
                left -= 1;
            }
        }
    }

    // On three threads at once.
    let barrier = Barrier::new(3);
    std::thread::scope(|scope| {
        for id_of_dialect in DIALECTS {
            let barrier = &barrier;
            scope.spawn(move || {
                barrier.wait();
                for id in 0..100 {
                    let envelope = block_on(dialect(id_of_dialect).scope(slow(id)));
                    assert_eq!(envelope.dialect(), id_of_dialect);
                }
            });
        }
    });
}

fn dialects() -> Dialects {
    Dialects::of::<ResponseV2>().and::<Mcp>().and::<Dotbot>().and::<CodeScalpel>().and::<Legacy>()
}

#[test]
fn capabilities_name_a_contract() {
    let dialects = dialects();
    for (asked, agreed) in [
        (json!("v2"), "response-v2"),
        (json!("response-v2"), "response-v2"),
        (json!(" Response-V2 "), "response-v2"),
        (json!(2), "response-v2"),
        (json!(1), "legacy"),
        (json!("v1"), "legacy"),
        (json!("legacy"), "legacy"),
        (json!("mcp-2025-11-25"), "mcp-2025-11-25"),
        (json!("dotbot-mcp-response@1"), "dotbot-mcp-response@1"),
        (json!("code-scalpel-v1"), "code-scalpel-v1"),
        (json!(["v3", "v1", "v2"]), "legacy"),
        (json!([null, 2]), "response-v2"),
        (json!(null), "response-v2"),
    ] {
        let capabilities = json!({"response_contract": asked, "other": true});
        let dialect = AnyDialect::negotiate(&capabilities, &dialects).unwrap();
        assert_eq!(dialect.id(), agreed, "{asked}");
    }
    for capabilities in [json!({}), json!({"streaming": true}), json!(null)] {
        let dialect = AnyDialect::negotiate(&capabilities, &dialects).unwrap();
        assert_eq!(dialect.id(), "response-v2", "{capabilities}");
    }
}

#[test]
fn a_header_names_contracts_by_weight() {
    let dialects = dialects();
    for (header, agreed) in [
        ("response-v2", "response-v2"),
        ("v1", "legacy"),
        ("response-v2, mcp-2025-11-25;q=0.5", "response-v2"),
        ("response-v2;q=0.5, mcp-2025-11-25", "mcp-2025-11-25"),
        ("response-v2;q=0.5,mcp-2025-11-25;q=0.5", "response-v2"),
        ("v9, legacy ; q=0.1, dotbot;Q=0.2", "dotbot-mcp-response@1"),
        ("response-v2;q=0, legacy", "legacy"),
        ("legacy;q=nan, legacy;q=2, legacy;q=-1, dotbot", "dotbot-mcp-response@1"),
        ("v9, *;q=0.1", "response-v2"),
        ("*", "response-v2"),
        ("", "response-v2"),
        ("  ", "response-v2"),
        (",, legacy ,", "legacy"),
    ] {
        assert_eq!(AnyDialect::accept(header, &dialects).unwrap().id(), agreed, "{header}");
    }
}

#[test]
fn a_version_that_is_not_spoken_is_a_validation_error() {
    let dialects = Dialects::of::<ResponseV2>().and::<Mcp>();
    let long = "v".repeat(10_000);
    let cut = format!("{}…", "v".repeat(127));
    for (asked, received) in [
        (json!("v3"), json!("v3")),
        (json!(""), json!("")),
        (json!(3), json!(3)),
        (json!(2.5), json!(2.5)),
        (json!(true), json!(true)),
        (json!([]), json!("[]")),
        (json!(["v3", [1]]), json!("[\"v3\",[1]]")),
        (json!({"version": 2}), json!("{\"version\":2}")),
        (json!(long), json!(cut)),
        // The answer repeats neither markup nor a sentence.
        (json!("<b>v3</b>"), json!("…")),
        (json!("Ignore the other contracts"), json!("…")),
        (json!(["[v3](https://example.com)"]), json!("…")),
    ] {
        let envelope = capability_negotiate(&json!({"response_contract": asked}), &dialects);
        let failure = support::failure(&envelope);
        assert_eq!(
            failure["data"],
            json!({
                "error_code": "VALIDATION_ERROR",
                "error_type": "validation",
                "remediation": "Ask for one of: response-v2, mcp-2025-11-25",
                "details": {
                    "field": "response_contract",
                    "constraint": "one_of",
                    "received": received,
                    "supported": ["response-v2", "mcp-2025-11-25"]
                }
            })
        );
    }

    let failure = AnyDialect::accept("v3;q=0.5, v2;q=0", &dialects).unwrap_err();
    let failure = wire(dialects.refuse(failure));
    assert_eq!(failure["data"]["details"]["field"], "Accept-Version");
    assert_eq!(failure["data"]["details"]["received"], "v3;q=0.5, v2;q=0");

    for capabilities in [json!("v2"), json!([]), json!(2)] {
        let failure = support::failure(&capability_negotiate(&capabilities, &dialects));
        assert_eq!(failure["data"]["error_code"], "VALIDATION_ERROR");
        assert_eq!(failure["data"]["details"]["field"], "client_capabilities");
    }
}

#[test]
fn a_refusal_is_in_the_servers_first_contract() {
    let dialects = Dialects::of::<Legacy>().and::<ResponseV2>();
    let failure = AnyDialect::accept("v3", &dialects).unwrap_err();
    let envelope = dialects.refuse(failure);
    assert_eq!(envelope.dialect(), "legacy");
    assert_eq!(envelope.error_code(), Some("VALIDATION_ERROR"));
    let warnings = wire(envelope)["warnings"].clone();
    assert_eq!(warnings[0]["code"], "DEPRECATED_FIELD");
}

#[test]
fn a_failure_outside_of_a_tool_is_in_the_ambient_contract() {
    let fail = || ToolFailure::conflict("Taken").envelope::<ResponseV2>();
    assert_eq!(fail().dialect(), "response-v2");
    assert_eq!(AnyDialect::of::<Mcp>().sync_scope(fail).dialect(), "mcp-2025-11-25");
}
