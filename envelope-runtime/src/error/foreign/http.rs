//! An HTTP status of another service.

use ::http::StatusCode;

use crate::error::{ToolError, ToolFailure, http_status};

/// The status of a failed response of another service. The code comes from
/// [`ErrorCode::from_http_status`](crate::ErrorCode::from_http_status), and the detail `status` is the number. An HTTP server
/// answers with the same status. A status that is not an error is an `INTERNAL_ERROR`.
impl ToolError for StatusCode {
    fn failure(&self) -> ToolFailure {
        http_status::failure(self.as_u16())
    }
}
