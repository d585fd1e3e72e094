//! The status of `tonic`.

use std::time::Duration;

use ::tonic::{Code, Status};
use ::tonic_types::StatusExt;

use crate::error::{Chain, ErrorCode, Retry, ToolError, ToolFailure};

/// See the [table](crate::foreign#tonic). The message and the metadata of the status go to the log only, except for the time
/// after which to retry, which is sent as the data `retry_after_seconds`: the delay of a `google.rpc.RetryInfo` among the details, or
/// else the metadata `grpc-retry-pushback-ms`.
impl ToolError for Status {
    fn failure(&self) -> ToolFailure {
        let (code, message) = match self.code() {
            Code::InvalidArgument => {
                (ErrorCode::ValidationError, "The service refused the request as invalid")
            }
            Code::OutOfRange => {
                (ErrorCode::ValidationError, "The request is out of the service's range")
            }
            Code::NotFound => (ErrorCode::NotFound, "The service does not have the resource"),
            Code::AlreadyExists => (ErrorCode::DuplicateEntry, "The resource already exists"),
            Code::FailedPrecondition | Code::Aborted => {
                (ErrorCode::Conflict, "The state of the service does not allow this")
            }
            Code::Unauthenticated => {
                (ErrorCode::Unauthorized, "The service did not accept the credentials")
            }
            Code::PermissionDenied => (ErrorCode::Forbidden, "The service denied access"),
            Code::ResourceExhausted => {
                (ErrorCode::ResourceExhausted, "A quota of the service is used up")
            }
            Code::Unimplemented => {
                (ErrorCode::NotImplemented, "The service does not offer this operation")
            }
            Code::DeadlineExceeded => (ErrorCode::Timeout, "The service did not answer in time"),
            Code::Cancelled => (ErrorCode::Unavailable, "The operation was cancelled"),
            Code::Unavailable => (ErrorCode::Unavailable, "The service cannot be reached"),
            Code::Ok | Code::Unknown | Code::Internal | Code::DataLoss => {
                (ErrorCode::InternalError, "The service failed")
            }
        };
        let failure = ToolFailure::new(code, message).replacing(Chain(self));
        match (retry_delay(self), self.code()) {
            (Some(delay), _) => failure.retry_after(delay),
            // The service may have acted on the request.
            (None, Code::DeadlineExceeded | Code::Cancelled) => {
                failure.retry(Retry::OutcomeUnknown)
            }
            _ => failure,
        }
    }
}

/// The delay that the service asks for.
fn retry_delay(status: &Status) -> Option<Duration> {
    let info = status.get_details_retry_info().and_then(|info| info.retry_delay);
    info.or_else(|| {
        let pushback = status.metadata().get("grpc-retry-pushback-ms")?;
        Some(Duration::from_millis(pushback.to_str().ok()?.parse().ok()?))
    })
}
