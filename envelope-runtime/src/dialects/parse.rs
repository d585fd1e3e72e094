//! The envelope of another server as an `Envelope`.

use serde::de::IgnoredAny;

use super::any::unknown;
use super::check::{check_document, recognized};
use super::{AnyResponse, mcp};
use crate::envelope::{Envelope, Json};
use crate::read::ReadError;
use crate::status::Status;

impl Envelope {
    /// Accepts the envelope of another server, in any dialect of this crate, for a proxy that forwards it. It needs the feature `read`.
    ///
    /// The JSON stays as it is, except for white space around it. The envelope knows its status, code, category, retry advice and request
    /// id. So a proxy answers with the HTTP status, headers, `isError` and exit code of the original call:
    ///
    /// ```
    /// use envelope_runtime::{Envelope, Retry};
    ///
    /// let text = concat!(
    ///     r#"{"success":false,"data":{"error_code":"INDEX_BUSY","error_type":"unavailable"},"#,
    ///     r#""error":"The index is busy","meta":{"version":"response-v2","request_id":"req_1"}}"#,
    /// );
    /// let envelope = Envelope::parse(text)?;
    /// assert_eq!(envelope.as_str(), text);
    /// assert_eq!(envelope.error_code(), Some("INDEX_BUSY"));
    /// assert_eq!(envelope.retry(), Some(Retry::Backoff));
    /// assert_eq!(envelope.status().http_status(), 503);
    /// # Ok::<(), envelope_runtime::ReadError>(())
    /// ```
    ///
    /// The dialect is recognized as by [`read`](crate::read()). A success of [`rfc9457`](crate::rfc9457) is plain data, which has no mark: it is
    /// no envelope here. A result of MCP with the envelope of another contract in it is a failure if
    /// that envelope is.
    ///
    /// # Errors
    ///
    /// The text is not the envelope of a known contract, or violates a rule of it: the error is the first violation that
    /// [`contract::check`](crate::contract::check) reports. A result of MCP that isn't complete is an error with a
    /// [`result_type`](ReadError::result_type).
    ///
    /// ```
    /// use envelope_runtime::Envelope;
    ///
    /// let text = r#"{"success":true,"data":{},"error":"none","meta":{"version":"response-v2"}}"#;
    /// let error = Envelope::parse(text).unwrap_err();
    /// assert_eq!(error.to_string(), r#"at `/error`: `error` of a success is null, found "none""#);
    /// ```
    ///
    /// As the error of a tool it is an `INTERNAL_ERROR`: `ToolFailure::from(error).envelope::<D>()` answers instead of a server that sends
    /// anything else.
    pub fn parse(text: impl Into<String>) -> Result<Self, ReadError> {
        let text = trimmed(text.into());
        let envelope = serde_json::from_str(&text)?;
        let rulebook = recognized(&envelope).ok_or_else(|| unknown(&envelope))?;
        let contract = rulebook.contract.id;
        if mcp::Response::<()>::is_of(contract) {
            mcp::require_complete(&envelope)?;
        }
        check_document(rulebook, &envelope).map_err(|violations| ReadError::of(&violations))?;
        let response = AnyResponse::<IgnoredAny>::from_document(envelope)?;
        let request_id = response.request_id().cloned();
        let status = match response.into_result() {
            Ok(_) => Status::Success,
            Err(failure) => Status::of_failure(&mut failure.into_failure(), contract),
        };
        let json = Json { text, ..Json::default() };
        Ok(Self { json, status, request_id, dialect: rulebook.dialect })
    }
}

/// The text without the white space around it, without a copy if there is none.
fn trimmed(text: String) -> String {
    let trimmed = text.trim();
    if trimmed.len() == text.len() { text } else { trimmed.to_owned() }
}
