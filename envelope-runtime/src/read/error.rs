//! Why an envelope could not be read.

use std::fmt;

use crate::check::{self, Violation, Violations};
use crate::error::{ToolError, ToolFailure};
use crate::json::Document;
use crate::text::pointer_token;

/// The reason why an envelope could not be read: the problem's JSON pointer (RFC 6901), and the contract's requirement there.
///
/// ```
/// use envelope_runtime::response_v2::Response;
///
/// let text = r#"{"success":true,"data":{},"error":null,"meta":{"version":"response-v1"}}"#;
/// let error = Response::<()>::read(text).unwrap_err();
/// assert_eq!(error.pointer(), "/meta/version");
/// assert_eq!(error.to_string(), r#"at `/meta/version`: expected "response-v2", found "response-v1""#);
/// ```
///
/// As the error of a tool it is an `INTERNAL_ERROR`, since the caller cannot fix what another server sends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    pointer: String,
    problem: String,
    result_type: Option<String>,
}

impl ReadError {
    pub(crate) fn new(pointer: impl Into<String>, problem: impl fmt::Display) -> Self {
        Self { pointer: pointer.into(), problem: problem.to_string(), result_type: None }
    }

    /// The first violation of a contract.
    pub(crate) fn of(violations: &Violations) -> Self {
        match violations.as_slice().first() {
            Some(Violation { rule, pointer, found, .. }) => {
                Self::new(pointer, format_args!("{}, found {found}", rule.sentence))
            }
            None => Self::new("", violations),
        }
    }

    /// A result of MCP with another `resultType` than `complete`.
    pub(crate) fn incomplete(pointer: impl Into<String>, result_type: &str) -> Self {
        let quoted = check::found(Some(&Document::String(result_type.into())));
        let problem = format!("the result is not complete, its type is {quoted}");
        Self { result_type: Some(result_type.to_owned()), ..Self::new(pointer, problem) }
    }

    /// A value that violates the contract. `None` if it is missing.
    pub(crate) fn expected(
        pointer: impl Into<String>,
        expected: &str,
        found: Option<&Document<'_>>,
    ) -> Self {
        let found = check::found(found);
        Self::new(pointer, format_args!("expected {expected}, found {found}"))
    }

    /// The same error in a value that is at this pointer of a larger one.
    pub(crate) fn inside(mut self, pointer: &str) -> Self {
        self.pointer.insert_str(0, pointer);
        self
    }

    /// The JSON pointer of the value at fault, such as `/meta/version`. It is empty for the envelope as a whole.
    #[must_use]
    pub fn pointer(&self) -> &str {
        &self.pointer
    }

    /// The `resultType` of an MCP result that isn't complete, such as `input_required` or `task`: the tool has neither succeeded
    /// nor failed yet. `None` for any other error.
    ///
    /// ```
    /// use envelope_runtime::mcp::Response;
    ///
    /// let text = r#"{"resultType":"input_required","inputRequests":{}}"#;
    /// let error = Response::<()>::read(text).unwrap_err();
    /// assert_eq!(error.result_type(), Some("input_required"));
    /// ```
    #[must_use]
    pub fn result_type(&self) -> Option<&str> {
        self.result_type.as_deref()
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { pointer, problem, .. } = self;
        if pointer.is_empty() {
            f.write_str(problem)
        } else {
            write!(f, "at `{pointer}`: {problem}")
        }
    }
}

impl std::error::Error for ReadError {}

/// `INTERNAL_ERROR`. The problem is logged.
impl ToolError for ReadError {
    fn failure(&self) -> ToolFailure {
        ToolFailure::internal(format_args!("the envelope of another tool cannot be read: {self}"))
    }
}

/// The error of `serde_json`: text that is not JSON.
impl From<serde_json::Error> for ReadError {
    fn from(error: serde_json::Error) -> Self {
        Self::new("", error)
    }
}

/// A key as a part of a JSON pointer.
pub(crate) fn pointer_to(parent: &str, key: &str) -> String {
    format!("{parent}/{}", pointer_token(key))
}
