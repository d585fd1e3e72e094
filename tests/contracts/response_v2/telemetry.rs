//! The `telemetry` setting.

use std::time::Duration;

use crate::support::wire;
use envelope_runtime::response_v2::{Reply, Telemetry};
use envelope_runtime::{ToolError, ToolFailure, envelope_tool};
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
        Ok(Reply::new(()).telemetry(Telemetry::new().extra("cache_hit", true)))
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
        Ok(Reply::new(()).telemetry(Telemetry::new().duration_ms(12_345)))
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
