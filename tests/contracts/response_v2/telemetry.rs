//! The `telemetry` setting.

use std::time::Duration;

use crate::support::wire;
use envelope_runtime::response_v2::{Reply, Telemetry};
use envelope_runtime::{RetryAfter, ToolError, ToolFailure, envelope_tool};
use serde::ser::{Serialize, SerializeStruct, Serializer};
use serde_json::{Value, json};

const PAUSE: Duration = Duration::from_millis(20);

fn telemetry(envelope: impl AsRef<str>) -> Value {
    wire(envelope)["meta"]["telemetry"].clone()
}

#[track_caller]
fn assert_measured(telemetry: &Value) {
    let measured = telemetry["duration_ms"].as_u64().expect("whole milliseconds");
    assert!(u128::from(measured) >= PAUSE.as_millis(), "{measured}");
}

#[test]
fn the_body_is_measured() {
    #[envelope_tool(dialect = "response-v2", telemetry)]
    fn sync(fails: bool) -> Result<(), ToolFailure> {
        std::thread::sleep(PAUSE);
        if fails { Err(ToolFailure::conflict("c")) } else { Ok(()) }
    }

    #[envelope_tool(dialect = "response-v2", telemetry)]
    async fn asynchronous() -> Result<Reply<()>, ToolFailure> {
        std::future::ready(()).await;
        std::thread::sleep(PAUSE);
        Ok(Reply::new(()).telemetry(Telemetry::new().cache_hit(true)))
    }

    assert_measured(&telemetry(sync(false)));
    assert_measured(&telemetry(sync(true)));
    let with_more = telemetry(pollster::block_on(asynchronous()));
    assert_measured(&with_more);
    assert_eq!(with_more["cache_hit"], true);
}

#[test]
fn nothing_is_measured_without_the_setting() {
    #[envelope_tool(dialect = "response-v2")]
    fn plain() -> Result<(), ToolFailure> {
        Ok(())
    }

    assert_eq!(telemetry(plain()), Value::Null);
}

#[test]
fn an_explicit_duration_wins() {
    #[envelope_tool(dialect = "response-v2", telemetry)]
    fn success() -> Result<Reply<()>, ToolFailure> {
        Ok(Reply::new(()).telemetry(Telemetry::new().duration_ms(Duration::from_millis(12_345))))
    }

    #[envelope_tool(dialect = "response-v2", telemetry)]
    fn failure() -> Result<(), Slow> {
        Err(Slow { duration_ms: 12_345, rows: None })
    }

    #[derive(ToolError)]
    #[tool_error(code = "UNAVAILABLE", message = "slow")]
    struct Slow {
        #[tool_error(telemetry)]
        duration_ms: u64,
        #[tool_error(telemetry)]
        rows: Option<u64>,
    }

    assert_eq!(telemetry(success()), json!({"duration_ms": 12_345}));
    assert_eq!(telemetry(failure()), json!({"duration_ms": 12_345, "rows": null}));
}

/// A duration can be an integer, raw JSON, or a number that `serde_json` serializes with its feature `arbitrary_precision`.
#[test]
fn a_number_in_any_form_is_a_duration() {
    struct ArbitraryPrecision;

    impl Serialize for ArbitraryPrecision {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            const NAME: &str = "$serde_json::private::Number";
            let mut number = serializer.serialize_struct(NAME, 1)?;
            number.serialize_field(NAME, "7")?;
            number.end()
        }
    }

    #[envelope_tool(dialect = "response-v2", telemetry)]
    fn fail(number: impl Serialize + Clone) -> Result<(), ToolFailure> {
        Err(ToolFailure::unavailable("slow")
            .telemetry("duration_ms", number.clone())
            .data("retry_after_seconds", number))
    }

    let raw = serde_json::value::RawValue::from_string("7".to_owned()).unwrap();
    for envelope in [fail(7), fail(&ArbitraryPrecision), fail(&raw)] {
        assert_eq!(envelope.retry_after(), Some(&RetryAfter::Delay(Duration::from_secs(7))));
        assert_eq!(telemetry(envelope), json!({"duration_ms": 7}));
    }
}
