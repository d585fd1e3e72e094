//! Why an envelope could not be read.

use std::fmt;

use envelope_runtime::{ToolError, ToolFailure};
use serde_json::Value;

use crate::rulebook::{Violation, Violations, found};

/// The reason why an envelope could not be read: the problem's JSON Pointer (RFC 6901), and the contract's requirement there.
///
/// ```
/// use envelope_client::response_v2::Response;
///
/// let text = r#"{"success":true,"data":{},"error":null,"meta":{"version":"response-v1"}}"#;
/// let error = Response::<()>::read(text).unwrap_err();
/// assert_eq!(error.pointer, "/meta/version");
/// assert_eq!(error.to_string(), r#"at `/meta/version`: expected "response-v2", found "response-v1""#);
/// ```
///
/// As the error of a tool, it is an `INTERNAL_ERROR`, since the caller cannot fix another server's envelope. The problem is logged.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadError {
    /// The JSON Pointer of the value at fault, such as `/meta/version`. It is empty for the envelope as a whole.
    pub pointer: String,
    /// The problem with the value, such as `expected "response-v2", found nothing`.
    pub problem: String,
    /// The `resultType` of an MCP result that isn't complete, such as `input_required` or `task`: the tool has neither succeeded
    /// nor failed yet. `None` for any other error.
    ///
    /// ```
    /// use envelope_client::mcp::Response;
    ///
    /// let text = r#"{"resultType":"input_required","inputRequests":{}}"#;
    /// let error = Response::<()>::read(text).unwrap_err();
    /// assert_eq!(error.result_type.as_deref(), Some("input_required"));
    /// ```
    pub result_type: Option<String>,
}

impl ReadError {
    pub(crate) fn new(pointer: impl Into<String>, problem: impl fmt::Display) -> Self {
        Self { pointer: pointer.into(), problem: problem.to_string(), result_type: None }
    }

    /// The error for a value that violates the contract. A missing value is `None`.
    pub(crate) fn expected(
        pointer: impl Into<String>,
        expected: &str,
        value: Option<&Value>,
    ) -> Self {
        Self::new(pointer, format_args!("expected {expected}, found {}", found(value)))
    }

    /// The error for an MCP result with another `resultType` than `complete`.
    pub(crate) fn incomplete(pointer: &str, result_type: &str) -> Self {
        let quoted = found(Some(&result_type.into()));
        let problem = format!("the result is not complete, its type is {quoted}");
        Self { result_type: Some(result_type.to_owned()), ..Self::new(pointer, problem) }
    }

    /// Prefixes the pointer of the error, for a value inside of a larger value.
    pub(crate) fn inside(mut self, pointer: &str) -> Self {
        self.pointer.insert_str(0, pointer);
        self
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

impl ToolError for ReadError {
    fn failure(&self) -> ToolFailure {
        ToolFailure::internal(format_args!("the envelope of another tool cannot be read: {self}"))
    }
}

/// The error for text that is not JSON.
impl From<serde_json::Error> for ReadError {
    fn from(error: serde_json::Error) -> Self {
        Self::new("", error)
    }
}

/// Reports only the first violation.
impl From<Violations> for ReadError {
    fn from(violations: Violations) -> Self {
        match violations.violations.first() {
            Some(Violation { rule, pointer, found, .. }) => {
                Self::new(pointer, format_args!("{}, found {found}", rule.sentence))
            }
            None => Self::new("", violations),
        }
    }
}
