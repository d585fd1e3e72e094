//! One event for each call, and in it what the caller does not get.
//!
//! Nothing of the data goes to the log, and of an error only its code, its category and what is kept from the caller.

use std::time::Duration;

use super::Event;
use crate::call::CallOf;
use crate::{Dialect, ErrorType, RequestId};

/// Writes the event of a call, if anybody listens.
pub(crate) fn log<C: CallOf>(call: &C, event: &Event<'_>) {
    macro_rules! event_at {
        ($level:ident) => {
            if tracing::enabled!(target: "envelope_runtime", tracing::Level::$level) {
                // As text, which a subscriber can escape: what it says may come from a caller.
                let cause = event.hidden.map(ToString::to_string);
                tracing::event!(
                    target: "envelope_runtime",
                    tracing::Level::$level,
                    tool = call.tool_name(),
                    dialect = C::Dialect::ID,
                    outcome = if event.failure.is_some() { "failure" } else { "success" },
                    code = event.failure.map(|(code, _)| code),
                    error_type = event.failure.map(|(_, error_type)| error_type.as_str()),
                    duration_ms = milliseconds(call.invocation().elapsed()),
                    request_id = event.request_id.map(RequestId::as_str),
                    cause = cause.as_deref(),
                    "tool call"
                );
            }
        };
    }
    match event.failure.map(|(_, error_type)| error_type) {
        Some(ErrorType::Internal) => event_at!(ERROR),
        Some(ErrorType::Unavailable) => event_at!(WARN),
        // What the caller did wrong is the caller's business, and an everyday one.
        _ => event_at!(INFO),
    }
}

/// Down to a thousandth.
fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1_000_000.0).round() / 1_000.0
}
