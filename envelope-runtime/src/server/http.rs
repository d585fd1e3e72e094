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
//! | status | 200 for a success, or the status of the failure's [category](crate::ErrorType), such as 404 for `not_found` |
//! | `content-type` | `application/json` |
//! | `retry-after` | the seconds to wait, rounded up, if the failure has a [`RetryAfter`]. A time is counted from now: it needs an offset or `Z`, and gives 0 if it has passed |
//! | `x-request-id` | the request id of the envelope, if there is one and it is visible ASCII |
//! | body | the envelope |
//!
//! A response with the status 401 needs the header `www-authenticate` with the server's scheme. Add it in the server.
//!
//! A tool can return the response itself: `returns = http::Response<String>`, or with any other body that implements
//! `From<String>`.

use std::time::Duration;

use ::http::header::{CONTENT_TYPE, RETRY_AFTER};
use ::http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode};
use jiff::civil::DateTime;
use jiff::fmt::strtime::BrokenDownTime;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

use crate::envelope::Envelope;
use crate::error::{ErrorType, RetryAfter};
use crate::outcome::Status;
use crate::output::Output;
use crate::request_id::RequestId;

/// The header of the request id: `x-request-id`.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The response of an envelope: see the [module](self).
impl<B: From<String>> From<Envelope> for Response<B> {
    fn from(envelope: Envelope) -> Self {
        let (status, headers) = head(envelope.status(), envelope.request_id());
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

/// The status of the category, such as 404 for `not_found`.
impl From<ErrorType> for StatusCode {
    fn from(error_type: ErrorType) -> Self {
        Self::from_u16(error_type.http_status()).unwrap_or(Self::INTERNAL_SERVER_ERROR)
    }
}

/// The category of a failed response, as [`ErrorType::from_http_status`] says. The error is a status that is not a failure.
impl TryFrom<StatusCode> for ErrorType {
    type Error = StatusCode;

    fn try_from(status: StatusCode) -> Result<Self, StatusCode> {
        Self::from_http_status(status.as_u16()).ok_or(status)
    }
}

/// How long another service asks to wait, from the header `retry-after` of its response: seconds, or an HTTP date in any of
/// the three formats of RFC 9110, counted from now. A date in the past is zero. `None` if there is no such header, or if it is
/// malformed.
///
/// ```
/// use std::time::Duration;
///
/// use envelope_runtime::ToolFailure;
/// use envelope_runtime::http::retry_after;
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
    delay(headers.get(RETRY_AFTER)?.to_str().ok()?, Timestamp::now())
}

fn delay(retry_after: &str, now: Timestamp) -> Option<Duration> {
    if retry_after.starts_with(|first: char| first.is_ascii_digit()) {
        return retry_after.parse().ok().map(Duration::from_secs);
    }
    until(http_date(retry_after)?, now)
}

/// A date in one of the formats of RFC 9110: the usual one, and the obsolete ones of RFC 850 and of `asctime`.
fn http_date(date: &str) -> Option<Timestamp> {
    const FORMATS: [&str; 3] =
        ["%a, %d %b %Y %H:%M:%S GMT", "%A, %d-%b-%y %H:%M:%S GMT", "%a %b %e %H:%M:%S %Y"];
    let parse = |format| BrokenDownTime::parse(format, date).ok()?.to_datetime().ok();
    let date: DateTime = FORMATS.into_iter().find_map(parse)?;
    Some(date.to_zoned(TimeZone::UTC).ok()?.timestamp())
}

/// The time from now on, and zero if it has passed.
fn until(time: Timestamp, now: Timestamp) -> Option<Duration> {
    time.duration_since(now).max(SignedDuration::ZERO).try_into().ok()
}

fn head(status: &Status, request_id: Option<&RequestId>) -> (StatusCode, HeaderMap) {
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    if let Some(seconds) = status.retry_after().and_then(|retry| seconds(retry, Timestamp::now())) {
        headers.insert(RETRY_AFTER, seconds.into());
    }
    if let Some(id) = request_id.and_then(|id| header_value(id.as_str())) {
        headers.insert(REQUEST_ID, id);
    }
    (status.error_type().map_or(StatusCode::OK, Into::into), headers)
}

/// A header value, if the text is visible ASCII.
fn header_value(text: &str) -> Option<HeaderValue> {
    HeaderValue::from_str(text).ok().filter(|value| value.to_str().is_ok())
}

/// The seconds to wait from now on, rounded up. `None` for text that is not a time.
fn seconds(retry_after: &RetryAfter, now: Timestamp) -> Option<u64> {
    let delay = match retry_after {
        RetryAfter::Delay(delay) => *delay,
        RetryAfter::At(time) => until(time.parse().ok()?, now)?,
    };
    Some(delay.as_secs().saturating_add(u64::from(delay.subsec_nanos() > 0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_counted_from_now() {
        let now: Timestamp = "2025-12-04T12:00:00Z".parse().unwrap();
        for (time, expected) in [
            ("2025-12-04T12:00:45Z", Some(45)),
            ("2025-12-04T12:00:44.2Z", Some(45)),
            ("2025-12-04T14:01:00+02:00", Some(60)),
            ("2025-12-05T12:00:00Z", Some(86_400)),
            ("2025-12-04T12:00:00Z", Some(0)),
            ("2025-12-04T11:59:59Z", Some(0)),
            ("1970-01-01T00:00:00Z", Some(0)),
            ("tomorrow", None),
            ("2025-12-04", None),
            ("", None),
        ] {
            assert_eq!(seconds(&RetryAfter::At(time.to_owned()), now), expected, "{time}");
        }
        let delay = |milliseconds| RetryAfter::Delay(Duration::from_millis(milliseconds));
        assert_eq!(seconds(&delay(7_000), now), Some(7));
        assert_eq!(seconds(&delay(7_001), now), Some(8));
    }

    /// The examples of RFC 9110, section 5.6.7.
    #[test]
    fn a_header_is_seconds_or_a_date() {
        let now: Timestamp = "1994-11-06T08:48:52Z".parse().unwrap();
        for (header, expected) in [
            ("120", Some(120)),
            ("0", Some(0)),
            ("Sun, 06 Nov 1994 08:49:37 GMT", Some(45)),
            ("Sunday, 06-Nov-94 08:49:37 GMT", Some(45)),
            ("Sun Nov  6 08:49:37 1994", Some(45)),
            ("Sun, 06 Nov 1994 08:48:37 GMT", Some(0)),
            ("Mon, 06 Nov 1994 08:49:37 GMT", None),
            ("-1", None),
            ("1.5", None),
            ("99999999999999999999", None),
            ("soon", None),
            ("", None),
        ] {
            assert_eq!(delay(header, now), expected.map(Duration::from_secs), "{header}");
        }
    }

    #[test]
    fn statuses_and_categories() {
        assert_eq!(StatusCode::from(ErrorType::NotFound), 404);
        assert_eq!(ErrorType::try_from(StatusCode::GONE), Ok(ErrorType::NotFound));
        assert_eq!(ErrorType::try_from(StatusCode::NO_CONTENT), Err(StatusCode::NO_CONTENT));
    }
}
