//! Whatever goes wrong while a result is written, the caller gets a valid envelope that leaks nothing.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::task::Poll;

use crate::support::{failure, wire};
use envelope_runtime::dotbot::Summary;
use envelope_runtime::response_v2::Reply;
use envelope_runtime::{
    Envelope, ErrorCode, Payload, RequestId, ToolError, ToolFailure, envelope_tool,
};
use pollster::block_on;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

/// A text that no caller may see.
const SECRET: &str = "postgres://admin:hunter2@db";

/// Asserts that this is the envelope of an internal error.
#[track_caller]
fn assert_internal(envelope: &Envelope) {
    assert_eq!(
        failure(envelope),
        json!({
            "success": false,
            "data": {
                "error_code": "INTERNAL_ERROR",
                "error_type": "internal",
                "remediation": "Retry once, then report it"
            },
            "error": "An internal error occurred",
            "meta": {"version": "response-v2"}
        })
    );
    assert!(!envelope.as_str().contains("hunter2"));
}

/// Asserts that this is the envelope of a mistake in the program, which advises against a retry.
#[track_caller]
fn assert_defect(envelope: &Envelope) {
    assert_eq!(
        failure(envelope),
        json!({
            "success": false,
            "data": {
                "error_code": "INTERNAL_ERROR",
                "error_type": "internal",
                "remediation": "Report this failure to the operator of the server",
                "details": {"retry": "never"}
            },
            "error": "An internal error occurred",
            "meta": {"version": "response-v2"}
        })
    );
    assert!(!envelope.as_str().contains("hunter2"));
}

/// Fails to serialize.
struct Failing;

impl Serialize for Failing {
    fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(serde::ser::Error::custom(SECRET))
    }
}

#[derive(Serialize, Payload)]
struct HalfWritten {
    first: &'static str,
    second: Failing,
}

#[test]
fn data_that_fails_to_serialize() {
    #[envelope_tool(dialect = "response-v2")]
    fn in_object() -> Result<HalfWritten, ToolFailure> {
        Ok(HalfWritten { first: "half", second: Failing })
    }

    #[envelope_tool(dialect = "response-v2", data = "items")]
    async fn under_key() -> Result<Reply<Vec<Failing>>, ToolFailure> {
        Ok(Reply::new(vec![Failing]))
    }

    #[envelope_tool(dialect = "response-v2", returns = Value)]
    fn as_value() -> Result<HalfWritten, ToolFailure> {
        Ok(HalfWritten { first: "half", second: Failing })
    }

    assert_defect(&in_object());
    assert_defect(&block_on(under_key()));
    assert_eq!(as_value(), wire(in_object()));
}

/// Is marked as an object, but may serialize to something else.
struct Promise<T>(T);

impl<T: Serialize> Payload for Promise<T> {}

impl<T: Serialize> Serialize for Promise<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

#[envelope_tool(dialect = "response-v2")]
fn promised<T: Serialize>(data: T) -> Result<Promise<T>, ToolFailure> {
    Ok(Promise(data))
}

#[test]
fn a_payload_that_is_not_an_object() {
    #[derive(Serialize)]
    struct Unit;

    #[derive(Serialize)]
    struct Tuple(u8, u8);

    #[derive(Serialize)]
    enum Named {
        Unit,
        Newtype(u8),
        Tuple(u8, u8),
        Struct { a: u8 },
    }

    for envelope in [
        promised(true),
        promised(-1),
        promised(1u64),
        promised(1i128),
        promised(0.5),
        promised('c'),
        promised("text"),
        promised(None::<u8>),
        promised(Some("text")),
        promised(Unit),
        promised(Tuple(1, 2)),
        promised(Named::Unit),
    ] {
        assert_defect(&envelope);
    }
    assert_defect(&promised(vec![1]));
    assert_defect(&promised((1, 2)));
    assert_defect(&promised(Box::new([1, 2])));
    assert_defect(&promised(json!([{}])));
    assert_defect(&promised(format_args!("{SECRET}")));
    assert_defect(&promised(serde_json::value::RawValue::from_string("[1]".to_owned()).unwrap()));

    assert_eq!(wire(promised(json!({"a": 1})))["data"], json!({"a": 1}));
    // `()` and `null` become the empty object.
    assert_eq!(wire(promised(()))["data"], json!({}));
    assert_eq!(wire(promised(Value::Null))["data"], json!({}));
    assert_eq!(wire(promised(Some(Promise(json!({})))))["data"], json!({}));
    assert_eq!(wire(promised(Named::Newtype(1)))["data"], json!({"Newtype": 1}));
    assert_eq!(wire(promised(Named::Tuple(1, 2)))["data"], json!({"Tuple": [1, 2]}));
    assert_eq!(wire(promised(Named::Struct { a: 1 }))["data"], json!({"Struct": {"a": 1}}));
}

#[test]
fn maps_whose_keys_are_not_strings() {
    #[envelope_tool(dialect = "response-v2")]
    fn tuples() -> Result<HashMap<(u8, u8), &'static str>, ToolFailure> {
        Ok(HashMap::from([((1, 2), SECRET)]))
    }

    #[envelope_tool(dialect = "response-v2")]
    fn numbers() -> Result<BTreeMap<u8, &'static str>, ToolFailure> {
        Ok(BTreeMap::from([(1, "a")]))
    }

    assert_defect(&tuples());
    assert_eq!(wire(numbers())["data"], json!({"1": "a"}));
}

#[test]
fn marked_values_that_fail_to_serialize() {
    #[derive(ToolError)]
    #[tool_error(code = "NOT_FOUND", message = "no such thing")]
    struct Marked {
        #[tool_error(detail)]
        failing: Failing,
    }

    #[envelope_tool(dialect = "response-v2")]
    fn derived() -> Result<(), Marked> {
        Err(Marked { failing: Failing })
    }

    #[envelope_tool(dialect = "response-v2")]
    fn ready_made() -> Result<(), ToolFailure> {
        Err(ToolFailure::conflict("c").data("map", BTreeMap::from([((1, 2), SECRET)])))
    }

    /// The derive records the fields after the failing field, too.
    #[derive(ToolError)]
    #[tool_error(code = "NOT_FOUND", message = "no such thing")]
    struct First {
        #[tool_error(detail)]
        failing: Failing,
        #[tool_error(detail, data)]
        after: u8,
        #[tool_error(path)]
        path: &'static str,
    }

    #[envelope_tool(dialect = "response-v2")]
    fn followed() -> Result<(), First> {
        Err(First { failing: Failing, after: 1, path: "a" })
    }

    assert_internal(&derived());
    assert_internal(&ready_made());
    assert_internal(&followed());
}

#[test]
fn internal_messages_are_hidden() {
    #[derive(Debug, thiserror::Error, ToolError)]
    enum StoreError {
        #[error("cannot reach {0}")]
        #[tool_error(code = "INTERNAL_ERROR")]
        Hidden(&'static str),

        #[error("cannot reach {0}")]
        #[tool_error(code = "STORE_BROKEN", error_type = "internal")]
        HiddenWithCodeOfItsOwn(&'static str),

        #[error("cannot reach {0}")]
        #[tool_error(code = "INTERNAL_ERROR", message = "The store is down")]
        Given(&'static str),

        #[error("The store is down")]
        #[tool_error(code = "INTERNAL_ERROR", expose)]
        Exposed,
    }

    #[envelope_tool(dialect = "response-v2")]
    fn store(error: StoreError) -> Result<(), StoreError> {
        Err(error)
    }

    assert_internal(&store(StoreError::Hidden(SECRET)));
    let own = store(StoreError::HiddenWithCodeOfItsOwn(SECRET));
    assert_eq!(own.error_code(), Some("STORE_BROKEN"));
    assert_eq!(failure(&own)["error"], "An internal error occurred");
    assert_eq!(failure(&store(StoreError::Given(SECRET)))["error"], "The store is down");
    assert_eq!(failure(&store(StoreError::Exposed))["error"], "The store is down");

    #[envelope_tool(dialect = "response-v2")]
    fn ready_made(expose: bool) -> Result<(), ToolFailure> {
        let failure = ToolFailure::internal(SECRET);
        Err(if expose { failure.expose() } else { failure })
    }

    assert_internal(&ready_made(false));
    assert_eq!(failure(&ready_made(true))["error"], SECRET);

    let named = RequestId::new("req_7").sync_scope(|| ready_made(false));
    assert_eq!(failure(&named)["error"], "An internal error occurred (request req_7)");
    assert_eq!(failure(&named)["meta"]["request_id"], "req_7");
}

/// Panics with a message that no caller may see.
fn panic_if(condition: bool) {
    assert!(!condition, "{SECRET}");
}

/// Runs a function without printing panics that contain the secret.
fn quietly<R>(run: impl FnOnce() -> R) -> R {
    static HOOK: std::sync::Once = std::sync::Once::new();
    HOOK.call_once(|| {
        let default = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if !panic.to_string().contains("hunter2") {
                default(panic);
            }
        }));
    });
    run()
}

#[test]
fn panics_under_catch_panic() {
    #[envelope_tool(dialect = "response-v2", catch_panic)]
    fn sync(panics: bool) -> Result<(), ToolFailure> {
        panic_if(panics);
        Ok(())
    }

    #[envelope_tool(dialect = "response-v2", catch_panic)]
    async fn before_await(panics: bool) -> Result<(), ToolFailure> {
        panic_if(panics);
        std::future::ready(()).await;
        Ok(())
    }

    #[envelope_tool(dialect = "response-v2", catch_panic)]
    async fn after_await(panics: bool) -> Result<(), ToolFailure> {
        std::future::ready(()).await;
        panic_if(panics);
        Ok(())
    }

    #[envelope_tool(dialect = "response-v2", catch_panic)]
    fn making_a_future(panics: bool) -> impl Future<Output = Result<(), ToolFailure>> + Send {
        panic_if(panics);
        async { Ok(()) }
    }

    #[envelope_tool(dialect = "response-v2", catch_panic)]
    fn boxed(panics: bool) -> Pin<Box<dyn Future<Output = Result<(), ToolFailure>> + Send>> {
        Box::pin(async move {
            panic_if(panics);
            Ok(())
        })
    }

    quietly(|| {
        assert_defect(&sync(true));
        assert_defect(&block_on(before_await(true)));
        assert_defect(&block_on(after_await(true)));
        assert_defect(&block_on(making_a_future(true)));
        assert_defect(&block_on(boxed(true)));
    });
    for envelope in [
        sync(false),
        block_on(before_await(false)),
        block_on(after_await(false)),
        block_on(making_a_future(false)),
        block_on(boxed(false)),
    ] {
        assert_eq!(wire(envelope)["data"], json!({}));
    }
}

#[test]
fn panics_of_data_and_errors_under_catch_panic() {
    struct PanickingData;

    impl Payload for PanickingData {}

    impl Serialize for PanickingData {
        fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            panic!("{SECRET}")
        }
    }

    struct PanickingDrop;

    impl Drop for PanickingDrop {
        fn drop(&mut self) {
            panic!("{SECRET}")
        }
    }

    #[derive(Serialize, Payload)]
    struct DropsBadly {
        #[serde(skip)]
        _inner: PanickingDrop,
    }

    struct PanickingTwice;

    impl Payload for PanickingTwice {}

    impl Serialize for PanickingTwice {
        fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            panic!("{SECRET}")
        }
    }

    impl Drop for PanickingTwice {
        fn drop(&mut self) {
            panic!("{SECRET}")
        }
    }

    #[derive(Debug)]
    struct PanickingDisplay;

    impl fmt::Display for PanickingDisplay {
        fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
            panic!("{SECRET}")
        }
    }

    impl ToolError for PanickingDisplay {
        fn failure(&self) -> ToolFailure {
            ToolFailure::new(ErrorCode::Conflict, self)
        }
    }

    #[envelope_tool(dialect = "response-v2", catch_panic)]
    fn data() -> Result<PanickingData, ToolFailure> {
        Ok(PanickingData)
    }

    #[envelope_tool(dialect = "response-v2", catch_panic)]
    fn data_and_its_drop() -> Result<PanickingTwice, ToolFailure> {
        Ok(PanickingTwice)
    }

    #[envelope_tool(dialect = "response-v2", catch_panic)]
    fn data_and_its_future() -> impl Future<Output = Result<PanickingTwice, ToolFailure>> {
        let dropped_with_the_future = PanickingDrop;
        std::future::poll_fn(move |_| {
            let _ = &dropped_with_the_future;
            Poll::Ready(Ok(PanickingTwice))
        })
    }

    #[envelope_tool(dialect = "response-v2", catch_panic)]
    async fn dropped() -> Result<DropsBadly, ToolFailure> {
        Ok(DropsBadly { _inner: PanickingDrop })
    }

    #[envelope_tool(dialect = "response-v2", catch_panic)]
    fn error() -> Result<(), PanickingDisplay> {
        Err(PanickingDisplay)
    }

    /// Panics in its message, in a detail or in its summary, and again when it is dropped.
    #[derive(Debug, Default)]
    struct TwiceWith {
        detail: bool,
    }

    impl Drop for TwiceWith {
        fn drop(&mut self) {
            panic!("{SECRET}")
        }
    }

    impl fmt::Display for TwiceWith {
        fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
            panic!("{SECRET}")
        }
    }

    impl ToolError for TwiceWith {
        fn failure(&self) -> ToolFailure {
            if self.detail {
                ToolFailure::conflict("c").detail("panicking", PanickingData)
            } else {
                ToolFailure::conflict(self)
            }
        }
    }

    impl Serialize for TwiceWith {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_unit()
        }
    }

    impl Payload for TwiceWith {}

    impl Summary for TwiceWith {
        fn summary(&self) -> String {
            panic!("{SECRET}")
        }
    }

    #[envelope_tool(dialect = "response-v2", catch_panic)]
    fn error_and_its_drop(detail: bool) -> Result<(), TwiceWith> {
        Err(TwiceWith { detail })
    }

    #[envelope_tool(dialect = "dotbot-mcp-response@1", catch_panic)]
    fn summary_and_drop() -> Result<TwiceWith, ToolFailure> {
        Ok(TwiceWith::default())
    }

    #[envelope_tool(dialect = "dotbot-mcp-response@1", catch_panic, summary("{}", data))]
    fn format_and_drop() -> Result<TwiceWith, ToolFailure> {
        Ok(TwiceWith::default())
    }

    #[envelope_tool(dialects("response-v2", "mcp-2025-11-25"), catch_panic)]
    fn in_several_dialects(fails: bool) -> Result<PanickingTwice, TwiceWith> {
        if fails { Err(TwiceWith::default()) } else { Ok(PanickingTwice) }
    }

    #[envelope_tool(dialect = "response-v2", catch_panic)]
    fn payload_of_a_panic() -> Result<(), ToolFailure> {
        std::panic::panic_any(PanickingDrop)
    }

    quietly(|| {
        assert_defect(&data());
        assert_defect(&data_and_its_drop());
        assert_defect(&block_on(data_and_its_future()));
        assert_defect(&block_on(dropped()));
        assert_defect(&error());
        assert_defect(&error_and_its_drop(false));
        assert_defect(&error_and_its_drop(true));
        assert_eq!(summary_and_drop().error_code(), Some("INTERNAL_ERROR"));
        assert_eq!(format_and_drop().error_code(), Some("INTERNAL_ERROR"));
        assert_defect(&in_several_dialects(false));
        assert_defect(&in_several_dialects(true));
        assert_defect(&payload_of_a_panic());
    });
}

/// A panic does not clear the request id of the surrounding scope.
#[test]
fn a_caught_panic_names_the_request() {
    #[envelope_tool(dialect = "response-v2", catch_panic, telemetry)]
    fn panics() -> Result<(), ToolFailure> {
        RequestId::new("inner").sync_scope(|| panic_if(true));
        Ok(())
    }

    let envelope = quietly(|| RequestId::new("outer").sync_scope(panics));
    let envelope = failure(&envelope);
    assert_eq!(envelope["error"], "An internal error occurred (request outer)");
    assert_eq!(envelope["meta"]["request_id"], "outer");
    assert!(envelope["meta"]["telemetry"]["duration_ms"].is_u64());
}

/// Without `catch_panic`, the server handles the panic.
#[test]
fn a_panic_passes_through_without_catch_panic() {
    #[envelope_tool(dialect = "response-v2")]
    fn panics() -> Result<(), ToolFailure> {
        panic_if(true);
        Ok(())
    }

    let caught = quietly(|| std::panic::catch_unwind(|| panics().is_success()));
    assert!(caught.is_err());
}
