//! Forwarding the envelope of another server.

use envelope_runtime::code_scalpel::CodeScalpel;
use envelope_runtime::dotbot::Dotbot;
use envelope_runtime::response_v2::ResponseV2;
use envelope_runtime::rfc9457::Rfc9457;
use envelope_runtime::{Envelope, Status, ToolError, mcp_2025_11_25, mcp_2026_07_28};
use serde::de::IgnoredAny;

use crate::any::{AnyResponse, unknown};
use crate::check::{check_value, recognized};
use crate::mcp::require_complete;
use crate::read_error::ReadError;
use crate::response::Metadata;
use crate::text::{parse, without_mark};
use crate::{code_scalpel, dotbot, mcp, response_v2, rfc9457};

/// Accepts the envelope of another server, in any contract of this crate, for a proxy that forwards it.
///
/// `forward` keeps the JSON byte for byte, and only removes white space around it and a byte order mark. The envelope has the status, code,
/// error type, retry advice and request id of the original, so a proxy answers with the HTTP status, headers, `isError` and exit code of
/// the original call:
///
/// ```
/// use envelope_runtime::Envelope;
///
/// let text = concat!(
///     r#"{"success":false,"data":{"error_code":"INDEX_BUSY","error_type":"unavailable"},"#,
///     r#""error":"The index is busy","meta":{"version":"response-v2","request_id":"req_1"}}"#,
/// );
/// let envelope: Envelope = envelope_client::forward(text)?;
/// assert_eq!(envelope.as_str(), text);
/// assert_eq!(envelope.error_code(), Some("INDEX_BUSY"));
/// assert_eq!(envelope.status().http_status(), 503);
/// # Ok::<(), envelope_client::ReadError>(())
/// ```
///
/// `forward` recognizes contracts in the same way as [`read`](crate::read()). It refuses a success of [`rfc9457`](crate::rfc9457), which is
/// plain data. If a result of MCP contains a failed envelope of another contract, the result is a failure.
///
/// # Errors
///
/// The text is not the envelope of a known contract, or violates a rule of its contract: the error is the first violation that
/// [`check`](crate::check()) reports. A result of MCP that isn't complete is an error with a [`result_type`](ReadError::result_type).
///
/// ```
/// let text = r#"{"success":true,"data":{},"error":"none","meta":{"version":"response-v2"}}"#;
/// let error = envelope_client::forward(text).unwrap_err();
/// assert_eq!(error.to_string(), r#"at `/error`: `error` of a success is null, found "none""#);
/// ```
///
/// As the error of a tool, a [`ReadError`] is an `INTERNAL_ERROR`: if another server sends anything but an envelope, a proxy can answer
/// with `ToolFailure::from(error).envelope::<D>()`.
pub fn forward(text: impl Into<String>) -> Result<Envelope, ReadError> {
    let text = trimmed(text.into());
    let envelope = parse(&text)?;
    let rulebook = recognized(&envelope).ok_or_else(|| unknown(&envelope))?;
    let id = rulebook.contract.id;
    if mcp::IDS.contains(&id) {
        require_complete(&envelope)?;
    }
    check_value(rulebook, &text, &envelope)?;
    let response = AnyResponse::<IgnoredAny>::from_value(envelope)?;
    let request_id = response.meta.request_id().cloned();
    let status = match response.outcome {
        Ok(_) => Status::Success,
        Err(failure) => failure.failure().into(),
    };
    let envelope = match id {
        response_v2::ID => Envelope::from_parts::<ResponseV2>,
        dotbot::ID => Envelope::from_parts::<Dotbot>,
        code_scalpel::ID => Envelope::from_parts::<CodeScalpel>,
        rfc9457::ID => Envelope::from_parts::<Rfc9457>,
        "mcp-2026-07-28" => Envelope::from_parts::<mcp_2026_07_28::Mcp>,
        _ => Envelope::from_parts::<mcp_2025_11_25::Mcp>,
    };
    Ok(envelope(text, status, request_id))
}

/// Removes white space and a byte order mark around the text, and copies the text only if there is something to remove.
fn trimmed(text: String) -> String {
    let trimmed = without_mark(text.trim()).trim_start();
    if trimmed.len() == text.len() { text } else { trimmed.to_owned() }
}
