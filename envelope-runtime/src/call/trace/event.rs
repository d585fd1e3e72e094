//! One event for each call, with the parts that are hidden from the caller.
//!
//! The event does not contain the data. For an error, it contains only the code, the error type and the hidden parts.

use std::time::Duration;

use super::{Event, Trace};
use crate::dialect::Call;
use crate::error::ErrorType;
use crate::request_id::RequestId;

/// Writes the event of a call, if a subscriber is interested, and records the end of the call in its span.
pub(crate) fn log(dialect: &'static str, call: &Call, trace: &mut Trace, event: &Event<'_>) {
    write(dialect, call, trace, event);
    trace.end(dialect, call.request_id(), event.error);
}

fn write(dialect: &str, call: &Call, trace: &Trace, event: &Event<'_>) {
    macro_rules! event_at {
        ($level:ident) => {
            if tracing::enabled!(target: "envelope_runtime", tracing::Level::$level) {
                // The cause may contain text of the caller, so it is recorded as a string, which a subscriber can escape.
                let cause = event.hidden.map(ToString::to_string);
                let error = event.error;
                tracing::event!(
                    target: "envelope_runtime",
                    tracing::Level::$level,
                    tool = call.tool_name(),
                    dialect,
                    outcome = trace.outcome(error.is_some()),
                    code = error.map(|(_, code)| code),
                    error_type = error.map(|(error_type, _)| error_type.as_str()),
                    duration_ms = call.elapsed().map(milliseconds),
                    request_id = call.request_id().map(RequestId::as_str),
                    cause = cause.as_deref(),
                    "tool call"
                );
            }
        };
    }
    match event.error {
        Some((ErrorType::Internal, _)) => event_at!(ERROR),
        Some((ErrorType::Unavailable, _)) => event_at!(WARN),
        // Mistakes of the caller are not problems of the server.
        _ => event_at!(INFO),
    }
}

/// Converts a duration to milliseconds with three decimals.
fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1_000_000.0).round() / 1_000.0
}
