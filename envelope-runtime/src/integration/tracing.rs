//! One event for each call, and in it what the caller does not get.
//!
//! Nothing of the data goes to the log, and of an error only its code, its category and what is kept from the caller.

use std::fmt::Display;
use std::time::Duration;

use crate::call::CallOf;
use crate::{Dialect, ErrorType, RequestId, Status};

/// How a call ended, and under which id: what its event says beside what the call itself knows.
pub(crate) struct Event {
    status: Status,
    request_id: Option<RequestId>,
}

impl Event {
    pub(crate) fn of(status: &Status, request_id: Option<&RequestId>) -> Self {
        Self { status: status.clone(), request_id: request_id.cloned() }
    }

    /// Writes the event, with what is kept from the caller.
    pub(crate) fn write<C: CallOf>(self, call: &C, hidden: Option<&dyn Display>) {
        // As text, which a subscriber can escape: what it says may come from a caller.
        let cause = hidden.map(ToString::to_string);
        self.log(call, cause.as_deref());
    }

    fn log<C: CallOf>(&self, call: &C, cause: Option<&str>) {
        let Self { status, request_id } = self;
        macro_rules! event {
        ($level:ident) => {
            tracing::$level!(
                target: "envelope_runtime",
                tool = call.tool_name(),
                dialect = C::Dialect::ID,
                outcome = if *status == Status::Success { "success" } else { "failure" },
                code = status.error_code(),
                error_type = status.error_type().map(ErrorType::as_str),
                duration_ms = milliseconds(call.invocation().elapsed()),
                request_id = request_id.as_ref().map(RequestId::as_str),
                cause = cause,
                "tool call"
            )
        };
    }
        match status.error_type() {
            Some(ErrorType::Internal) => event!(error),
            Some(ErrorType::Unavailable) => event!(warn),
            // What the caller did wrong is the caller's business, and an everyday one.
            _ => event!(info),
        }
    }
}

/// Down to a thousandth.
fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1_000_000.0).round() / 1_000.0
}
