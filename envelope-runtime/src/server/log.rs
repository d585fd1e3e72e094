//! One event for each call, with what is hidden from the caller.
//!
//! The event does not contain the data. Of an error it has only the code, the category and what is hidden from the caller.

use std::fmt::Display;

use crate::context::Context;
use crate::dialect::Dialect;
use crate::error::ErrorType;

/// How a call ended: the part of its event that is not in its context.
#[cfg_attr(not(feature = "tracing"), allow(dead_code, reason = "there is no log"))]
pub(crate) struct Event<'a> {
    /// The category and the code of a failure. It is no [`Status`](crate::Status), which would cost a move without a log, too.
    pub(crate) error: Option<(ErrorType, &'a str)>,
    /// What is hidden from the caller.
    pub(crate) hidden: Option<&'a dyn Display>,
}

#[cfg(not(feature = "tracing"))]
pub(crate) fn log<D: Dialect>(_context: &mut Context, _event: &Event<'_>) {}

/// Writes the event of a call, if a subscriber is interested, and what the span of the call says of its end.
#[cfg(feature = "tracing")]
pub(crate) fn log<D: Dialect>(context: &mut Context, event: &Event<'_>) {
    write(D::ID, context, event);
    context.end_trace(D::ID, event.error);
}

#[cfg(feature = "tracing")]
fn write(dialect: &str, context: &Context, event: &Event<'_>) {
    use crate::request_id::RequestId;

    macro_rules! event_at {
        ($level:ident) => {
            if tracing::enabled!(target: "envelope_runtime", tracing::Level::$level) {
                // As a string, which a subscriber can escape, since it may contain text of the caller.
                let cause = event.hidden.map(ToString::to_string);
                let error = event.error;
                tracing::event!(
                    target: "envelope_runtime",
                    tracing::Level::$level,
                    tool = context.tool_name(),
                    dialect,
                    outcome = context.outcome(error.is_some()),
                    code = error.map(|(_, code)| code),
                    error_type = error.map(|(error_type, _)| error_type.as_str()),
                    duration_ms = context.elapsed().map(milliseconds),
                    request_id = context.request_id().map(RequestId::as_str),
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

/// Milliseconds with three decimals.
#[cfg(feature = "tracing")]
fn milliseconds(time: std::time::Duration) -> f64 {
    (time.as_secs_f64() * 1_000_000.0).round() / 1_000.0
}
