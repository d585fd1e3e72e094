//! The error of `hyper`.

use ::hyper::Error;

use crate::error::{Chain, ToolError, ToolFailure};

/// See the [table](crate::foreign#hyper). The causes go to the log only.
impl ToolError for Error {
    fn failure(&self) -> ToolFailure {
        let failure = if self.is_timeout() {
            ToolFailure::timed_out("The service did not answer in time")
        } else if self.is_user() {
            return ToolFailure::defect(Chain(self));
        } else if self.is_canceled() {
            ToolFailure::cancelled()
        } else if self.is_parse() {
            ToolFailure::unavailable("The service sent a malformed response")
        } else {
            ToolFailure::unavailable("The connection to the service failed")
        };
        failure.replacing(Chain(self))
    }
}
