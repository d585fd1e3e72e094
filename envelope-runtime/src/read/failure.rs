//! A failure that another tool answered with.

use std::fmt;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::error::ReadError;
use crate::case::screaming_snake_case;
use crate::error::{
    ErrorCode, ErrorReport, ErrorType, Retry, RetryAfter, Sent, ToolError, ToolFailure,
};
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

/// A dialect's view of a failure, without the metadata.
#[derive(Clone, Debug)]
pub(crate) struct Received {
    pub(crate) failure: ToolFailure,
    pub(crate) sent: Sent,
    pub(crate) request_id: Option<RequestId>,
    /// The data of the failure, as JSON. As a tree it would be many times larger.
    pub(crate) data: String,
}

impl Received {
    /// A failure with the code and the category that were sent. Without a code, it gets the general code of its category.
    ///
    /// Instead of an unknown category, or none, it gets the category of a standard code, or of the code's ending, or `internal`. Its
    /// retry advice is unknown, unless it follows from the code.
    pub(crate) fn new(code: Option<&str>, error_type: Option<&str>, message: &str) -> Self {
        Self::guessed(code, error_type, ErrorType::Internal, message)
    }

    /// [`new`](Self::new) with another guess instead of `internal`.
    pub(crate) fn guessed(
        code: Option<&str>,
        error_type: Option<&str>,
        guess: ErrorType,
        message: &str,
    ) -> Self {
        let known = error_type.and_then(parse_error_type);
        let screaming = code.map(|code| screaming_snake_case(code.to_owned().into()));
        let of_code = screaming.as_deref().and_then(category_of);
        let category = known.or(of_code).unwrap_or(guess);
        let failure = match screaming {
            Some(code) => ToolFailure::with_parts(code, category, &message),
            None => ToolFailure::new(general_code(category), message),
        };
        let is_known = known.is_some() || (error_type.is_none() && of_code.is_some());
        let failure = if is_known { failure } else { failure.retry_unknown() };
        Self {
            failure: failure.expose(),
            sent: Sent {
                code: code.map(Box::from),
                error_type: error_type.map(Box::from),
                is_mirrored: false,
            },
            request_id: None,
            data: "null".to_owned(),
        }
    }

    /// Notes the dialects that the failure was read in.
    pub(super) fn read_in(self, dialects: &'static [&'static str]) -> Self {
        if self.failure.report().is_read() {
            // It is of an envelope inside of this one.
            return self;
        }
        let sent = self.sent.clone();
        self.with(|failure| failure.read_in(dialects, sent))
    }

    /// Changes the failure.
    pub(crate) fn with(mut self, change: impl FnOnce(ToolFailure) -> ToolFailure) -> Self {
        self.failure = change(self.failure);
        self
    }
}

fn parse_error_type(word: &str) -> Option<ErrorType> {
    ErrorType::ALL.into_iter().find(|error_type| error_type.as_str() == word)
}

/// The category of a code that was sent without one.
fn category_of(code: &str) -> Option<ErrorType> {
    match code.parse() {
        Ok(standard) => Some(ErrorCode::error_type(standard)),
        Err(_) => code.ends_with("_NOT_FOUND").then_some(ErrorType::NotFound),
    }
}

/// The general standard code of the category.
fn general_code(error_type: ErrorType) -> ErrorCode {
    match error_type {
        ErrorType::Validation => ErrorCode::ValidationError,
        ErrorType::Authentication => ErrorCode::Unauthorized,
        ErrorType::Authorization => ErrorCode::Forbidden,
        ErrorType::NotFound => ErrorCode::NotFound,
        ErrorType::Conflict => ErrorCode::Conflict,
        ErrorType::RateLimit => ErrorCode::RateLimitExceeded,
        ErrorType::FeatureFlag => ErrorCode::FeatureDisabled,
        ErrorType::Internal => ErrorCode::InternalError,
        ErrorType::Unavailable => ErrorCode::Unavailable,
    }
}

impl<M> Failure<M> {
    pub(super) fn new(received: Received, extra: Map<String, Value>, meta: M) -> Self {
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
