//! What comes out of a tool.

use std::borrow::Cow;
use std::fmt;

use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use crate::call::SizeHint;
use crate::{ErrorCode, ErrorType, RequestId, RetryAfter, json};

/// A serialized response envelope: the JSON, and what it says of success and failure.
///
/// ```
/// use envelope_runtime::{Envelope, ErrorType, ToolFailure, envelope_tool};
///
/// #[envelope_tool(dialect = "response-v2")]
/// fn find(id: &str) -> Result<(), ToolFailure> {
///     Err(ToolFailure::not_found("Spec", id))
/// }
///
/// let envelope: Envelope = find("auth");
/// assert!(!envelope.is_success());
/// assert_eq!(envelope.error_code(), Some("NOT_FOUND"));
/// assert_eq!(envelope.error_type(), Some(ErrorType::NotFound));
/// assert!(envelope.as_str().starts_with(r#"{"success":false,"data":{"#));
/// ```
///
/// An envelope serializes as the JSON that it holds, not as a string, so that it can stand inside a larger message. That
/// works with the serializers of `serde_json`; for another format, choose what the tool `returns`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use = "an envelope is the tool's answer, and is to be sent to the caller"]
pub struct Envelope {
    json: String,
    status: Status,
    request_id: Option<RequestId>,
    is_call_tool_result: bool,
}

impl Envelope {
    /// The JSON text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.json
    }

    /// The JSON text, without a copy.
    #[must_use]
    pub fn into_string(self) -> String {
        self.json
    }

    /// The JSON text as UTF-8.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.json.as_bytes()
    }

    /// How the call ended.
    #[must_use]
    pub fn status(&self) -> &Status {
        &self.status
    }

    /// Whether the tool succeeded.
    #[must_use]
    pub fn is_success(&self) -> bool {
        self.status == Status::Success
    }

    /// The category of the failure, if it is one.
    #[must_use]
    pub fn error_type(&self) -> Option<ErrorType> {
        self.status.error_type()
    }

    /// The code of the failure, if it is one.
    #[must_use]
    pub fn error_code(&self) -> Option<&str> {
        self.status.error_code()
    }

    /// How long the caller is to wait before it tries again, if the failure says so.
    #[must_use]
    pub fn retry_after(&self) -> Option<&RetryAfter> {
        self.status.retry_after()
    }

    /// The id of the request, if there is one.
    #[must_use]
    pub fn request_id(&self) -> Option<&RequestId> {
        self.request_id.as_ref()
    }

    /// Whether the JSON is itself the `CallToolResult` of the Model Context Protocol, as in the MCP dialects.
    #[must_use]
    pub fn is_call_tool_result(&self) -> bool {
        self.is_call_tool_result
    }
}

impl fmt::Display for Envelope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.json)
    }
}

impl AsRef<str> for Envelope {
    fn as_ref(&self) -> &str {
        &self.json
    }
}

impl AsRef<[u8]> for Envelope {
    fn as_ref(&self) -> &[u8] {
        self.json.as_bytes()
    }
}

impl From<Envelope> for String {
    fn from(envelope: Envelope) -> Self {
        envelope.json
    }
}

impl From<Envelope> for Vec<u8> {
    fn from(envelope: Envelope) -> Self {
        envelope.json.into_bytes()
    }
}

impl Serialize for Envelope {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serde_json::from_str::<&RawValue>(&self.json)
            .map_err(serde::ser::Error::custom)?
            .serialize(serializer)
    }
}

/// How a call ended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Status {
    /// The tool gave data.
    Success,
    /// The tool gave an error.
    #[non_exhaustive]
    Failure {
        /// Its category.
        error_type: ErrorType,
        /// Its code, in `SCREAMING_SNAKE_CASE`, also where the dialect writes another word for it.
        error_code: Cow<'static, str>,
        /// How long the caller is to wait before it tries again.
        retry_after: Option<RetryAfter>,
    },
}

impl Status {
    /// A failure with a standard code, or with one of one's own and its category.
    ///
    /// ```
    /// use envelope_runtime::{ErrorType, Status};
    ///
    /// assert_eq!(Status::failure("NOT_FOUND", ErrorType::Internal).error_type(), Some(ErrorType::NotFound));
    /// assert_eq!(Status::failure("INDEX_STALE", ErrorType::Conflict).error_type(), Some(ErrorType::Conflict));
    /// ```
    pub fn failure(error_code: impl Into<Cow<'static, str>>, error_type: ErrorType) -> Self {
        let error_code = error_code.into();
        let standard = ErrorCode::from_name(&error_code);
        let error_type = standard.map_or(error_type, ErrorCode::error_type);
        Self::Failure { error_type, error_code, retry_after: None }
    }

    /// The category of the failure, if it is one.
    #[must_use]
    pub fn error_type(&self) -> Option<ErrorType> {
        match self {
            Self::Success => None,
            Self::Failure { error_type, .. } => Some(*error_type),
        }
    }

    /// The code of the failure, if it is one.
    #[must_use]
    pub fn error_code(&self) -> Option<&str> {
        match self {
            Self::Success => None,
            Self::Failure { error_code, .. } => Some(error_code),
        }
    }

    /// How long the caller is to wait before it tries again, if the failure says so.
    #[must_use]
    pub fn retry_after(&self) -> Option<&RetryAfter> {
        match self {
            Self::Success => None,
            Self::Failure { retry_after, .. } => retry_after.as_ref(),
        }
    }
}

/// An envelope that is about to be written: the dialect's wire struct, and how the call ended.
///
/// It serializes as the envelope, so an [`Output`] of one's own hands it to the serializer of its format.
#[derive(Debug)]
pub struct Answer<'a, W> {
    pub(crate) wire: W,
    pub(crate) status: Status,
    pub(crate) request_id: Option<RequestId>,
    pub(crate) is_call_tool_result: bool,
    pub(crate) size_hint: &'a SizeHint,
}

impl<W: Serialize> Answer<'_, W> {
    /// How the call ended.
    #[must_use]
    pub fn status(&self) -> &Status {
        &self.status
    }

    /// The id of the request, if there is one.
    #[must_use]
    pub fn request_id(&self) -> Option<&RequestId> {
        self.request_id.as_ref()
    }

    /// Whether the envelope is itself the `CallToolResult` of the Model Context Protocol, as in the MCP dialects.
    #[must_use]
    pub fn is_call_tool_result(&self) -> bool {
        self.is_call_tool_result
    }

    /// The envelope as compact JSON, in a buffer of the size that this tool's answers have had.
    ///
    /// # Errors
    ///
    /// If the data cannot be serialized.
    pub fn to_json(&self) -> serde_json::Result<String> {
        let text = json::to_string(&self.wire, self.size_hint.capacity())?;
        self.size_hint.record(text.len());
        Ok(text)
    }
}

impl<W: Serialize> Serialize for Answer<'_, W> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.wire.serialize(serializer)
    }
}

/// What a tool may return: [`Envelope`], `String`, `Vec<u8>`, `serde_json::Value`, or a type of one's own.
///
/// A `serde_json::Value` has no place for integers beyond 64 bits: an envelope with one becomes an `INTERNAL_ERROR`.
///
/// A tool picks one with `returns = …`:
///
/// ```
/// use envelope_runtime::{Answer, Output, ToolFailure, envelope_tool};
/// use serde::Serialize;
///
/// struct HttpResponse {
///     status: u16,
///     body: String,
/// }
///
/// impl Output for HttpResponse {
///     type Error = serde_json::Error;
///
///     fn from_answer<W: Serialize>(answer: Answer<'_, W>) -> Result<Self, Self::Error> {
///         let status = answer.status().error_type().map_or(200, |error_type| error_type.http_status());
///         Ok(Self { status, body: answer.to_json()? })
///     }
///
///     fn last_resort() -> Self {
///         Self { status: 500, body: String::new() }
///     }
/// }
///
/// #[envelope_tool(dialect = "response-v2", returns = HttpResponse)]
/// fn read(id: &str) -> Result<(), ToolFailure> {
///     Err(ToolFailure::not_found("Spec", id))
/// }
///
/// assert_eq!(read("auth").status, 404);
/// assert!(read("auth").body.contains("NOT_FOUND"));
/// ```
#[diagnostic::on_unimplemented(
    message = "a tool cannot return `{Self}`",
    label = "not an `Output`",
    note = "`returns` takes `Envelope`, `String`, `Vec<u8>`, `serde_json::Value`, or a type that implements `envelope_runtime::Output`",
    note = "with the feature `rmcp` it takes `rmcp::model::CallToolResult`, and with `http` an `http::Response<String>`"
)]
pub trait Output: Sized {
    /// Why an answer cannot be written.
    type Error: fmt::Display;

    /// Writes an answer.
    ///
    /// # Errors
    ///
    /// If the envelope cannot be serialized. The tool then answers with an `INTERNAL_ERROR`, and the error goes to
    /// `tracing` (with the feature of that name).
    fn from_answer<W: Serialize>(answer: Answer<'_, W>) -> Result<Self, Self::Error>;

    /// The answer if not even the `INTERNAL_ERROR` envelope can be written, which a dialect of the crate never brings
    /// about.
    fn last_resort() -> Self;
}

/// Valid for response-v2, and readable for any other client.
const LAST_RESORT: &str = r#"{"success":false,"data":{"error_code":"INTERNAL_ERROR","error_type":"internal"},"error":"An internal error occurred","meta":{"version":"response-v2"}}"#;

impl Output for Envelope {
    type Error = serde_json::Error;

    fn from_answer<W: Serialize>(answer: Answer<'_, W>) -> Result<Self, Self::Error> {
        Ok(Self {
            json: answer.to_json()?,
            status: answer.status,
            request_id: answer.request_id,
            is_call_tool_result: answer.is_call_tool_result,
        })
    }

    fn last_resort() -> Self {
        Self {
            json: LAST_RESORT.to_owned(),
            status: Status::failure("INTERNAL_ERROR", ErrorType::Internal),
            request_id: None,
            is_call_tool_result: false,
        }
    }
}

impl Output for String {
    type Error = serde_json::Error;

    fn from_answer<W: Serialize>(answer: Answer<'_, W>) -> Result<Self, Self::Error> {
        answer.to_json()
    }

    fn last_resort() -> Self {
        LAST_RESORT.to_owned()
    }
}

impl Output for Vec<u8> {
    type Error = serde_json::Error;

    fn from_answer<W: Serialize>(answer: Answer<'_, W>) -> Result<Self, Self::Error> {
        answer.to_json().map(String::into_bytes)
    }

    fn last_resort() -> Self {
        LAST_RESORT.as_bytes().to_vec()
    }
}

impl Output for serde_json::Value {
    type Error = serde_json::Error;

    fn from_answer<W: Serialize>(answer: Answer<'_, W>) -> Result<Self, Self::Error> {
        serde_json::to_value(&answer)
    }

    fn last_resort() -> Self {
        serde_json::from_str(LAST_RESORT).unwrap_or_default()
    }
}
