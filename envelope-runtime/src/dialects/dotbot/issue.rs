//! The entries of `warnings` and `errors`.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::case::screaming_snake_case;
use crate::error::{ErrorCode, ErrorPath, ErrorType, ToolFailure};
use crate::metadata::{Warning, WarningCode, serialize_object, unless_empty};
use crate::text::is_blank;

/// An entry of `warnings` or `errors`.
///
/// ```
/// use envelope_runtime::dotbot::Issue;
///
/// let issue = Issue::new("PROJECT_NOT_FOUND", "There is no project 'x'").detail("searched_name", "x");
/// assert_eq!(
///     serde_json::to_string(&issue)?,
///     r#"{"code":"PROJECT_NOT_FOUND","message":"There is no project 'x'","details":{"searched_name":"x"}}"#
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
#[must_use]
pub struct Issue {
    /// The code, in `SCREAMING_SNAKE_CASE`.
    pub code: String,
    /// The message.
    pub message: String,
    /// The file that the issue is about.
    pub path: Option<String>,
    /// Facts about the issue.
    pub details: Map<String, Value>,
    /// The error type, if it is not the error type of the code. It is not on the wire.
    pub(super) error_type: Option<ErrorType>,
}

impl Issue {
    /// An issue with a code in `SCREAMING_SNAKE_CASE`: a [standard code](crate::ErrorCode), or a custom one. A code in
    /// another case is converted. A blank message is replaced by the code.
    pub fn new(code: impl Into<String>, message: impl Into<String>) -> Self {
        let code = screaming_snake_case(Cow::Owned(code.into())).into_owned();
        let message = Some(message.into()).filter(|message| !is_blank(message));
        let message = message.unwrap_or_else(|| code.clone());
        Self { code, message, path: None, details: Map::new(), error_type: None }
    }

    /// Sets the error type. By default, it is the error type of a standard code, and `internal` for a custom code. The error type is not
    /// sent; for the first error of a [`Reply`](super::Reply), it decides the exit code and the HTTP status. A response-v2 code keeps its
    /// fixed error type.
    #[inline]
    pub fn error_type(mut self, error_type: ErrorType) -> Self {
        let is_fixed = ErrorCode::fixed_error_type(&self.code).is_some();
        let is_default = ErrorType::from_code(&self.code) == Some(error_type);
        if !is_fixed && !is_default {
            self.error_type = Some(error_type);
        }
        self
    }

    /// Sets the file that the issue is about.
    #[allow(clippy::needless_pass_by_value, reason = "a path is made for this call")]
    pub fn path(mut self, path: impl ErrorPath) -> Self {
        self.path = path.to_text().map(Cow::into_owned);
        self
    }

    /// Adds a fact about the issue: `details.{key}`.
    pub fn detail(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.details.insert(key.into(), value.into());
        self
    }

    /// The failure of a reply that has this issue as its first error.
    pub(super) fn failure(&self) -> ToolFailure {
        let of_code = || ErrorType::from_code(&self.code).unwrap_or(ErrorType::Internal);
        let error_type = self.error_type.unwrap_or_else(of_code);
        let failure = ToolFailure::custom(self.code.clone(), error_type, &self.message)
            .send_internal_message();
        let remediation = self.details.get("remediation").and_then(Value::as_str);
        remediation.into_iter().fold(failure, ToolFailure::remediation)
    }
}

serialize_object! { |issue: &Issue|
    "code": Some(&issue.code),
    "message": Some(&issue.message),
    "path": issue.path.as_ref(),
    "details": unless_empty!(issue.details),
}

/// The code that is sent for a warning without a code.
const UNCODED: &str = "WARNING";

/// Converts a warning of a failure. Its severity and its facts become details: if a fact is called `severity`, the severity is the detail
/// `warning_severity`. A warning without a code gets the code `WARNING`.
impl From<&Warning> for Issue {
    #[inline]
    fn from(warning: &Warning) -> Self {
        let code = warning.code.as_ref().map_or(UNCODED, WarningCode::as_str);
        let mut details = warning.context.clone();
        if let Some(severity) = warning.severity {
            let mut key = "severity".to_owned();
            while details.contains_key(&key) {
                key.insert_str(0, "warning_");
            }
            details.insert(key, severity.as_str().into());
        }
        Self { details, ..Self::new(code, warning.message.as_str()) }
    }
}
