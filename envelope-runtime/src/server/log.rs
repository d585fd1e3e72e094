//! One event for each call, with what is hidden from the caller.
//!
//! The event does not contain the data. Of an error it has only the code, the category and what is hidden from the caller.

use std::fmt::Display;

use crate::context::Context;
use crate::dialect::Dialect;
use crate::outcome::Status;

/// How a call ended: the part of its event that is not in its context.
#[cfg_attr(not(feature = "tracing"), allow(dead_code, reason = "there is no log"))]
pub(crate) struct Event<'a> {
    pub(crate) status: &'a Status,
    /// What is hidden from the caller.
    pub(crate) hidden: Option<&'a dyn Display>,
}

#[cfg(not(feature = "tracing"))]
pub(crate) fn log<D: Dialect>(_context: &Context, _event: &Event<'_>) {}

/// Writes the event of a call, if a subscriber is interested.
#[cfg(feature = "tracing")]
pub(crate) fn log<D: Dialect>(context: &Context, event: &Event<'_>) {
    use crate::error::ErrorType;
    use crate::request_id::RequestId;

    macro_rules! event_at {
        ($level:ident) => {
            if tracing::enabled!(target: "envelope_runtime", tracing::Level::$level) {
                // As a string, which a subscriber can escape, since it may contain text of the caller.
                let cause = event.hidden.map(ToString::to_string);
                let status = event.status;
                tracing::event!(
                    target: "envelope_runtime",
                    tracing::Level::$level,
                    tool = context.tool_name(),
                    dialect = D::ID,
                    outcome = if *status == Status::Success { "success" } else { "failure" },
                    code = status.error_code(),
                    error_type = status.error_type().map(|error_type| error_type.as_str()),
                    duration_ms = context.elapsed().map(milliseconds),
                    request_id = context.request_id().map(RequestId::as_str),
                    cause = cause.as_deref(),
                    "tool call"
                );
            }
        };
    }
    match event.status.error_type() {
        Some(ErrorType::Internal) => event_at!(ERROR),
        Some(ErrorType::Unavailable) => event_at!(WARN),
        // Mistakes of the caller are not problems of the server.
        _ => event_at!(INFO),
    }
}

/// Milliseconds with three decimals.
#[cfg(feature = "tracing")]
fn milliseconds(time: std::time::Duration) -> f64 {
    (time.as_secs_f64() * 1_000_000.0).round() / 1_000.0
}
