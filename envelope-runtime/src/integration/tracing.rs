//! One event for each call, and in it what the caller does not get.
//!
//! Nothing of the data goes to the log, and of an error only its code, its category and what is kept from the caller.

use std::fmt::Display;
use std::time::Duration;

use crate::call::CallOf;
use crate::{Dialect, ErrorReport, ErrorType, RequestId, Status};

/// Writes the event of a call that gave data, be it with errors beside them.
pub(crate) fn log_success<C: CallOf>(call: &C, meta: &<C::Dialect as Dialect>::Meta) {
    if let Status::Failure { error_type, error_code, .. } = C::Dialect::status(meta) {
        return log(call, Some((&error_code, error_type)), None);
    }
    log(call, None, None);
}

/// Writes the event of a call that failed, with what the report keeps from the caller.
pub(crate) fn log_failure<C: CallOf>(call: &C, report: &ErrorReport) {
    log(call, Some((report.code(), report.error_type())), report.hidden().as_ref().map(as_display));
}

/// Down to a thousandth.
fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1_000_000.0).round() / 1_000.0
}

fn as_display(hidden: &impl Display) -> &dyn Display {
    hidden
}

fn log<C: CallOf>(call: &C, failure: Option<(&str, ErrorType)>, cause: Option<&dyn Display>) {
    macro_rules! event {
        ($level:ident) => {
            tracing::$level!(
                target: "envelope_runtime",
                tool = call.tool_name(),
                dialect = C::Dialect::ID,
                outcome = if failure.is_some() { "failure" } else { "success" },
                code = failure.map(|(code, _)| code),
                error_type = failure.map(|(_, error_type)| error_type.as_str()),
                duration_ms = milliseconds(call.invocation().elapsed()),
                request_id = call.request_id().map(RequestId::as_str),
                cause = cause.map(tracing::field::display),
                "tool call"
            )
        };
    }
    match failure.map(|(_, error_type)| error_type) {
        Some(ErrorType::Internal) => event!(error),
        Some(ErrorType::Unavailable) => event!(warn),
        // What the caller did wrong is the caller's business, and an everyday one.
        _ => event!(info),
    }
}
