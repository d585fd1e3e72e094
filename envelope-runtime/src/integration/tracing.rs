//! The log gets what the caller does not.

use crate::call::CallOf;
use crate::{Dialect, ErrorReport, ErrorType};

/// Logs what a report keeps from the caller, with what ties it to the envelope: at error level where the server failed, at
/// debug level where it is the background of an error that the caller understands.
pub(crate) fn log_hidden<D: Dialect>(call: &D::Call, report: &ErrorReport) {
    let Some(cause) = report.hidden() else { return };
    macro_rules! event {
        ($level:ident) => {
            tracing::$level!(
                tool = call.tool().name(),
                dialect = D::ID,
                code = report.code(),
                error_type = report.error_type().as_str(),
                request_id = call.request_id(),
                %cause,
                "the cause of a failure"
            )
        };
    }
    if report.error_type() == ErrorType::Internal {
        event!(error);
    } else {
        event!(debug);
    }
}
