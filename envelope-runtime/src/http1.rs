//! An [`Envelope`] as an HTTP response, in the types of the `http` crate.
//!
//! | item | purpose |
//! |---|---|
//! | `From<Envelope>` for `http::Response` | the response, with the [status and headers](#the-response) of the envelope |
//! | [`SuccessStatus`] | an envelope whose success has a status other than 200 |
//! | [`retry_after`] | reads the header `Retry-After` of a response, for clients |
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
//! # The response
//!
//! | part | value |
//! |---|---|
//! | status | the [HTTP status](crate::Status::http_status) of the call: 200 for a success, or the failure's own, such as 410, or else the status of its [error type](crate::ErrorType), such as 404 for `not_found` |
//! | `content-type` | the [media type](crate::Envelope::media_type): `application/json`, or `application/problem+json` for a failure of [`rfc9457`](crate::rfc9457) |
//! | `retry-after` | the seconds to wait, rounded up, if the failure has a [`RetryAfter`]. For a time, the seconds from now until then, or 0 if the time has passed |
//! | `content-version` | the [contract](crate::Envelope::dialect) of the envelope, such as `response-v2`, if it is visible ASCII |
//! | `x-request-id` | the request id of the envelope, if there is one and it is visible ASCII |
//! | body | the envelope |
//!
//! A response with the status 401 needs the header `www-authenticate` with the server's scheme. Add it in the server.
//!
//! A tool can return the response itself: `returns = http::Response<String>`, or with any other body that implements
//! `From<String>`. With `status = 201`, a success has another status: see [`SuccessStatus`].

use std::ops::Deref;
use std::time::{Duration, SystemTime};

use ::http::header::{CONTENT_TYPE, RETRY_AFTER};
use ::http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode};

use crate::envelope::Envelope;
use crate::error::RetryAfter;
use crate::output::Output;
use crate::time::{clock, from_seconds, system_time, to_iso_8601, whole_seconds};

/// The header of the request id: `x-request-id`.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The header of the contract: `content-version`.
pub const CONTENT_VERSION: HeaderName = HeaderName::from_static("content-version");

/// The response of an envelope: see the [module](self).
impl<B: From<String>> From<Envelope> for Response<B> {
    fn from(envelope: Envelope) -> Self {
        head(&envelope).map(|()| envelope.into_string().into())
    }
}

/// Supports `returns = http::Response<String>`.
impl<B: From<String>> Output for Response<B> {
    fn from_envelope(envelope: Envelope) -> Self {
        envelope.into()
    }
}

/// Reads how long another service asks to wait, from the header `retry-after` of its response. The header has seconds, which can have a
/// fraction, or an HTTP date in any of the three formats of RFC 9110. A date in the past is a delay of zero. `None` if the header is
/// missing or malformed.
///
/// ```
/// use std::time::Duration;
///
/// use envelope_runtime::ToolFailure;
/// use envelope_runtime::http1::retry_after;
///
/// fn overloaded(headers: &http::HeaderMap) -> ToolFailure {
///     let failure = ToolFailure::unavailable("The service is overloaded");
///     match retry_after(headers) {
///         Some(delay) => failure.retry_after(delay),
///         None => failure,
///     }
/// }
///
/// let mut headers = http::HeaderMap::new();
/// headers.insert("retry-after", "120".parse().unwrap());
/// assert_eq!(retry_after(&headers), Some(Duration::from_secs(120)));
/// ```
#[must_use]
pub fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    delay(headers.get(RETRY_AFTER)?.to_str().ok()?, clock::now())
}

fn delay(retry_after: &str, now: SystemTime) -> Option<Duration> {
    if retry_after.starts_with(|first: char| first.is_ascii_digit()) {
        // Some services send a fraction, which the RFC does not allow.
        return from_seconds(retry_after);
    }
    let time = system_time(&to_iso_8601(retry_after)?)?;
    Some(RetryAfter::At(time).delay_from(now))
}

/// The return type of a tool with the argument `status = 201`: an envelope whose response has the HTTP status `STATUS` for a success. A
/// failure keeps its own status.
///
/// ```
/// use envelope_runtime::{ToolFailure, envelope_tool};
///
/// #[envelope_tool(dialect = "response-v2", status = 201)]
/// fn create(id: &str) -> Result<(), ToolFailure> {
///     if id == "auth" { Err(ToolFailure::duplicate("Spec", id)) } else { Ok(()) }
/// }
///
/// let response: http::Response<String> = create("pay").into();
/// assert_eq!(response.status(), 201);
/// let response: http::Response<String> = create("auth").into();
/// assert_eq!(response.status(), 409);
/// assert!(create("pay").is_success(), "it has the methods of the envelope");
/// ```
///
/// The type has the methods of the envelope. The HTTP status of `status()` stays 200: only the response has the status `STATUS`.
///
/// The status is a number from 200 to 299, except for 204 and 205, whose responses have no body. Any other status does not compile.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct SuccessStatus<const STATUS: u16>(
    /// The envelope.
    pub Envelope,
);

/// The methods of the envelope.
impl<const STATUS: u16> Deref for SuccessStatus<STATUS> {
    type Target = Envelope;

    fn deref(&self) -> &Envelope {
        &self.0
    }
}

/// The envelope as text, such as for `assert_contract!`.
impl<const STATUS: u16> AsRef<str> for SuccessStatus<STATUS> {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl<const STATUS: u16> SuccessStatus<STATUS> {
    const CHECKED: u16 = {
        assert!(
            STATUS >= 200 && STATUS < 300 && STATUS != 204 && STATUS != 205,
            "the status of a success is one from 200 to 299 that has a body: not 204 or 205"
        );
        STATUS
    };
}

/// Supports `status = 201`.
impl<const STATUS: u16> Output for SuccessStatus<STATUS> {
    fn from_envelope(envelope: Envelope) -> Self {
        const { Self::CHECKED };
        Self(envelope)
    }
}

/// The response of the envelope. A success has the status `STATUS`.
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

/// The response without its body.
fn head(envelope: &Envelope) -> Response<()> {
    let status = envelope.status();
    let mut response = Response::new(());
    let headers = response.headers_mut();
    if let Some(media_type) = header_value(envelope.media_type()) {
        headers.insert(CONTENT_TYPE, media_type);
    }
    if let Some(delay) = status.retry_after().map(RetryAfter::delay) {
        headers.insert(RETRY_AFTER, whole_seconds(delay).into());
    }
    if let Some(contract) = header_value(envelope.dialect()) {
        headers.insert(CONTENT_VERSION, contract);
    }
    if let Some(id) = envelope.request_id().and_then(|id| header_value(id.as_str())) {
        headers.insert(REQUEST_ID, id);
    }
    let status = StatusCode::from_u16(status.http_status());
    *response.status_mut() = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    response
}

/// A header value, if the text is visible ASCII.
fn header_value(text: &str) -> Option<HeaderValue> {
    HeaderValue::from_str(text).ok().filter(|value| value.to_str().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of RFC 9110, section 5.6.7, and other forms that services send.
    #[test]
    fn a_header_is_seconds_or_a_date() {
        let now = system_time("1994-11-06T08:48:52Z").unwrap();
        for (header, expected) in [
            ("120", Some(120.0)),
            ("0", Some(0.0)),
            ("Sun, 06 Nov 1994 08:49:37 GMT", Some(45.0)),
            ("Sunday, 06-Nov-94 08:49:37 GMT", Some(45.0)),
            ("Sun Nov  6 08:49:37 1994", Some(45.0)),
            ("Sun, 06 Nov 1994 08:48:37 GMT", Some(0.0)),
            ("Sun, 31 Feb 1994 08:49:37 GMT", None),
            ("-1", None),
            ("1.5", Some(1.5)),
            ("1.5 s", None),
            ("1e300", None),
            ("99999999999999999999", None),
            ("soon", None),
            ("", None),
        ] {
            assert_eq!(delay(header, now), expected.map(Duration::from_secs_f64), "{header}");
        }
    }
}
