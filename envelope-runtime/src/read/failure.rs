//! A failure that another tool answered with.

use std::fmt;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::error::ReadError;
use super::received::Received;
use crate::error::{ErrorReport, ErrorType, Retry, RetryAfter, ToolError, ToolFailure};
use crate::json::Document;
use crate::request_id::RequestId;

/// A failure that another tool answered with, and its metadata `M`.
///
/// It is an error: a tool forwards it with `?`, in any dialect. Code, category, message,
/// remediation, details, data, path, rate limit, warnings and upgrades stay unchanged, if that dialect supports them.
/// The message is sent in any category, since the other server has sent it to a caller already.
///
/// Words that this crate doesn't know are kept, and sent as they were: the category `ai_provider` stays `ai_provider`.
///
/// ```
/// use envelope_runtime::response_v2::Response;
/// use envelope_runtime::{ErrorType, ToolFailure, envelope_tool};
///
/// #[envelope_tool(dialect = "mcp-2025-11-25")]
/// fn sync(answer: &str) -> Result<(), ToolFailure> {
///     Response::<()>::read(answer)?.into_result()?;
///     Ok(())
/// }
///
/// let answer = r#"{
///     "success": false,
///     "data": {"error_code": "INDEX_STALE", "error_type": "conflict", "remediation": "Rebuild the index"},
///     "error": "The index is stale",
///     "meta": {"version": "response-v2"}
/// }"#;
/// let envelope = sync(answer);
/// assert_eq!(envelope.error_code(), Some("INDEX_STALE"));
/// assert_eq!(envelope.error_type(), Some(ErrorType::Conflict));
/// assert_eq!(
///     envelope.as_str(),
///     concat!(
///         r#"{"content":[{"type":"text","text":"Error: The index is stale\nRebuild the index\n"#,
///         r#"(INDEX_STALE, retry after checking the state)"}],"isError":true}"#,
///     )
/// );
/// ```
#[derive(Clone)]
pub struct Failure<M = ()>(Box<Inner<M>>);

#[derive(Clone)]
struct Inner<M> {
    received: Received,
    extra: Map<String, Value>,
    meta: M,
}

impl<M> Failure<M> {
    pub(crate) fn new(received: Received, extra: Map<String, Value>, meta: M) -> Self {
        Self(Box::new(Inner { received, extra, meta }))
    }

    /// The same failure without the metadata of its dialect.
    #[must_use]
    pub fn without_meta(self) -> Failure {
        let Inner { received, extra, meta: _ } = *self.0;
        Failure::new(received, extra, ())
    }

    /// The metadata.
    #[must_use]
    pub fn meta(&self) -> &M {
        &self.0.meta
    }

    /// Further keys of the envelope that the contract does not have.
    #[must_use]
    pub fn extras(&self) -> &Map<String, Value> {
        &self.0.extra
    }

    /// The category that was sent, if it is among the nine. Otherwise, it is the category of a standard code, `not_found` for another
    /// code that ends in `_NOT_FOUND`, in MCP the only category with the advice in the text, and `internal` for the rest.
    #[must_use]
    pub fn error_type(&self) -> ErrorType {
        self.report().error_type()
    }

    /// The code, in `SCREAMING_SNAKE_CASE`, in every dialect. Without one, it is the general code of the category, such as
    /// `INTERNAL_ERROR`.
    #[must_use]
    pub fn code(&self) -> &str {
        self.report().code()
    }

    /// The category as it was sent, such as a word that this crate does not know. `None` if there was none.
    #[must_use]
    pub fn sent_error_type(&self) -> Option<&str> {
        self.0.received.sent.error_type.as_deref()
    }

    /// The code as it was sent, such as `not_found` in Code Scalpel. `None` if there was none.
    #[must_use]
    pub fn sent_code(&self) -> Option<&str> {
        self.0.received.sent.code.as_deref()
    }

    /// The message.
    #[must_use]
    pub fn message(&self) -> &str {
        self.report().message()
    }

    /// The caller's next step.
    #[must_use]
    pub fn remediation(&self) -> Option<&str> {
        self.report().remediation()
    }

    /// Whether and how to retry: the advice that was sent, or else the advice of the category. For an unknown category, or an unknown
    /// code without a category, it is [`Retry::Unknown`].
    #[must_use]
    pub fn retry(&self) -> Retry {
        self.report().retry()
    }

    /// The delay before a retry, if the failure has one.
    #[must_use]
    pub fn retry_after(&self) -> Option<RetryAfter> {
        self.report().retry_after()
    }

    /// The request id.
    #[must_use]
    pub fn request_id(&self) -> Option<&RequestId> {
        self.0.received.request_id.as_ref()
    }

    /// All other contents of the failure: details, data, path, rate limit, warnings, upgrades.
    #[must_use]
    pub fn report(&self) -> &ErrorReport {
        self.0.received.failure.report()
    }

    /// Reads the data that was sent with the failure: all of `data`, or of `structuredContent` in MCP. Use it for a dotbot
    /// tool that did part of its work.
    ///
    /// # Errors
    ///
    /// The data is not a `T`.
    pub fn data<T: DeserializeOwned>(&self) -> Result<T, ReadError> {
        let document = serde_json::from_str::<Document<'_>>(&self.0.received.data);
        let data = document.and_then(T::deserialize);
        data.map_err(|error| ReadError::new("/data", error))
    }

    pub(crate) fn into_received(self) -> Received {
        self.0.received
    }

    /// The failure of this service.
    pub fn into_failure(self) -> ToolFailure {
        self.0.received.failure
    }
}

impl<M> ToolError for Failure<M> {
    fn failure(&self) -> ToolFailure {
        self.0.received.failure.clone()
    }
}

impl<M> fmt::Display for Failure<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}

impl<M: fmt::Debug> fmt::Debug for Failure<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Failure")
            .field("report", self.report())
            .field("request_id", &self.request_id())
            .field("meta", self.meta())
            .finish_non_exhaustive()
    }
}

impl<M: fmt::Debug> std::error::Error for Failure<M> {}
