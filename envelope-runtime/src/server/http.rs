//! An [`Envelope`] as an HTTP response, in the types of the `http` crate.
//!
//! ```
//! use envelope_runtime::{Envelope, ToolFailure, envelope_tool};
//!
//! #[envelope_tool(dialect = "response-v2", request_id = "req_1")]
//! fn search(query: &str) -> Result<(), ToolFailure> {
//!     Err(ToolFailure::rate_limited(100, "minute", 45))
//! }
//!
//! let response: http::Response<String> = search("auth").into();
//! assert_eq!(response.status(), 429);
//! assert_eq!(response.headers()["content-type"], "application/json");
//! assert_eq!(response.headers()["retry-after"], "45");
//! assert_eq!(response.headers()["x-request-id"], "req_1");
//! assert!(response.body().starts_with(r#"{"success":false,"#));
//! ```
//!
//! | part | value |
//! |---|---|
//! | status | 200 for a success, or the status of the failure's [category](crate::ErrorType), such as 404 for `not_found`. Three codes have a status of their own: `METHOD_NOT_ALLOWED` 405, `TOO_LARGE` 413, `UNSUPPORTED_MEDIA_TYPE` 415 |
//! | `content-type` | `application/json` |
//! | `retry-after` | the seconds to wait, rounded up, if the failure has a [`RetryAfter`]. A time is counted from now: it needs an offset or `Z`, and gives 0 if it has passed |
//! | `content-version` | the [contract](crate::Envelope::contract) of the envelope, such as `response-v2`, if it is visible ASCII |
//! | `x-request-id` | the request id of the envelope, if there is one and it is visible ASCII |
//! | body | the envelope |
//!
//! A response with the status 401 needs the header `www-authenticate` with the server's scheme. Add it in the server.
//!
//! A tool can return the response itself: `returns = http::Response<String>`, or with any other body that implements
//! `From<String>`. With `returns = SuccessStatus<201>`, a success has another status: see [`SuccessStatus`].

use std::time::Duration;

use ::http::header::{CONTENT_TYPE, RETRY_AFTER};
use ::http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode};

use crate::envelope::Envelope;
use crate::error::{ErrorType, RetryAfter};
use crate::outcome::Status;
use crate::output::Output;

/// The header of the request id: `x-request-id`.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The header of the contract: `content-version`.
pub const CONTENT_VERSION: HeaderName = HeaderName::from_static("content-version");

/// The response of an envelope: see the [module](self).
impl<B: From<String>> From<Envelope> for Response<B> {
    fn from(envelope: Envelope) -> Self {
        let (status, headers) = head(&envelope);
        let mut response = Response::new(envelope.into_string().into());
        *response.status_mut() = status;
        *response.headers_mut() = headers;
        response
    }
}

/// `returns = http::Response<String>`.
impl<B: From<String>> Output for Response<B> {
    fn from_envelope(envelope: Envelope) -> Self {
        envelope.into()
    }
}

/// The output of a tool whose success has the HTTP status `STATUS`, such as 201 for a tool that creates something. A failure keeps
/// the status of its category.
///
/// ```
/// use envelope_runtime::http::SuccessStatus;
/// use envelope_runtime::{ToolFailure, envelope_tool};
///
/// #[envelope_tool(dialect = "response-v2", returns = SuccessStatus<201>)]
/// fn create(id: &str) -> Result<(), ToolFailure> {
///     if id == "auth" { Err(ToolFailure::duplicate("Spec", id)) } else { Ok(()) }
/// }
///
/// let response: http::Response<String> = create("pay").into();
/// assert_eq!(response.status(), 201);
/// let response: http::Response<String> = create("auth").into();
/// assert_eq!(response.status(), 409);
/// ```
///
/// The status is one from 200 to 299, and neither 204 nor 205, whose responses have no body. Any other does not compile:
///
/// ```compile_fail
/// # use envelope_runtime::http::SuccessStatus;
/// # use envelope_runtime::{ToolFailure, envelope_tool};
/// #[envelope_tool(dialect = "response-v2", returns = SuccessStatus<204>)]
/// fn delete() -> Result<(), ToolFailure> {
///     Ok(())
/// }
/// # delete();
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct SuccessStatus<const STATUS: u16>(
    /// The envelope.
    pub Envelope,
);

impl<const STATUS: u16> SuccessStatus<STATUS> {
    const CHECKED: u16 = {
        assert!(
            STATUS >= 200 && STATUS < 300 && STATUS != 204 && STATUS != 205,
            "the status of a success is one from 200 to 299 that has a body: not 204 or 205"
        );
        STATUS
    };
}

/// `returns = SuccessStatus<201>`.
impl<const STATUS: u16> Output for SuccessStatus<STATUS> {
    fn from_envelope(envelope: Envelope) -> Self {
        const { Self::CHECKED };
        Self(envelope)
    }
}

/// The response of the envelope, with this status if it is a success.
impl<B: From<String>, const STATUS: u16> From<SuccessStatus<STATUS>> for Response<B> {
    fn from(SuccessStatus(envelope): SuccessStatus<STATUS>) -> Self {
        let is_success = envelope.is_success();
        let mut response = Self::from(envelope);
        if is_success && let Ok(status) = StatusCode::from_u16(SuccessStatus::<STATUS>::CHECKED) {
            *response.status_mut() = status;
        }
        response
    }
}

/// The status of a call: that of its code, if that has one, or else of its category.
fn status_code(status: &Status) -> StatusCode {
    match status.error_code() {
        None => StatusCode::OK,
        Some("METHOD_NOT_ALLOWED") => StatusCode::METHOD_NOT_ALLOWED,
        Some("TOO_LARGE") => StatusCode::PAYLOAD_TOO_LARGE,
        Some("UNSUPPORTED_MEDIA_TYPE") => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        Some(_) => {
            let status = status.error_type().map(ErrorType::http_status);
            let status = status.and_then(|status| StatusCode::from_u16(status).ok());
            status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
        }
    }
}

fn head(envelope: &Envelope) -> (StatusCode, HeaderMap) {
    let status = envelope.status();
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    if let Some(delay) = status.retry_after().and_then(RetryAfter::delay) {
        headers.insert(RETRY_AFTER, whole_seconds(delay).into());
    }
    if let Some(contract) = header_value(envelope.contract()) {
        headers.insert(CONTENT_VERSION, contract);
    }
    if let Some(id) = envelope.request_id().and_then(|id| header_value(id.as_str())) {
        headers.insert(REQUEST_ID, id);
    }
    (status_code(status), headers)
}

/// A header value, if the text is visible ASCII.
fn header_value(text: &str) -> Option<HeaderValue> {
    HeaderValue::from_str(text).ok().filter(|value| value.to_str().is_ok())
}

/// Whole seconds, rounded up.
fn whole_seconds(delay: Duration) -> u64 {
    delay.as_secs().saturating_add(u64::from(delay.subsec_nanos() > 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_rounded_up() {
        assert_eq!(whole_seconds(Duration::ZERO), 0);
        assert_eq!(whole_seconds(Duration::from_nanos(1)), 1);
        assert_eq!(whole_seconds(Duration::from_secs(7)), 7);
        assert_eq!(whole_seconds(Duration::from_millis(7_001)), 8);
        assert_eq!(whole_seconds(Duration::MAX), u64::MAX);
    }
}
