//! The entries of `warnings` and `errors`.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::case::screaming_snake_case;
use crate::error::{ErrorCode, ErrorPath, ErrorType};
use crate::json::{Document, append};
use crate::metadata::{Warning, WarningCode};
use crate::read::{Entry, Parts, deserialize_entries};
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
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
#[must_use]
pub struct Issue {
    /// The code, in `SCREAMING_SNAKE_CASE`. It is empty if the issue was read without one.
    pub code: String,
    /// The message.
    pub message: String,
    /// The file that the issue is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// Facts about the issue.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub details: Map<String, Value>,
    /// The category of a custom code. It is not on the wire.
    #[serde(skip)]
    pub(super) error_type: Option<ErrorType>,
    #[serde(flatten)]
    extra: Map<String, Value>,
}

impl Issue {
    /// An issue with a code in `SCREAMING_SNAKE_CASE`: a [standard code](crate::ErrorCode), or a custom one. A code in
    /// another case is converted. A blank message is replaced by the code.
    pub fn new(code: impl Into<String>, message: impl Into<String>) -> Self {
        let code = screaming_snake_case(Cow::Owned(code.into())).into_owned();
        let message = Some(message.into()).filter(|message| !is_blank(message));
        Self {
            message: message.unwrap_or_else(|| code.clone()),
            code,
            path: None,
            details: Map::new(),
            extra: Map::new(),
            error_type: None,
        }
    }

    /// Sets the category of a custom code, which is `internal` by default. It is not sent; for the first error of a
    /// [`Reply`](super::Reply), it decides the exit code and the HTTP status. A standard code keeps its own category.
    pub fn error_type(mut self, error_type: ErrorType) -> Self {
        if self.code.parse::<ErrorCode>().is_err() {
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
}

impl Issue {
    /// Further keys, of an issue that was read.
    #[must_use]
    pub fn extras(&self) -> &Map<String, Value> {
        &self.extra
    }

    /// The entry as it is passed on, as JSON: the entry that was read, with a code and a message.
    pub(super) fn to_entry(&self) -> String {
        let code = Some(self.code.as_str()).filter(|code| !code.is_empty()).unwrap_or(UNCODED);
        let Self { path, details, extra, .. } = self.clone();
        let entry = Self { path, details, extra, ..Self::new(code, self.message.as_str()) };
        let mut json = String::new();
        // An issue has nothing that JSON does not have.
        let _ = append(&mut json, &entry);
        json
    }

    /// The warning that this issue says. See the conversion from a [`Warning`].
    pub(super) fn to_warning(&self) -> Warning {
        let Self { code, message, path, details, extra, error_type: _ } = self.clone();
        let mut warning = Map::from_iter([("message".to_owned(), Value::String(message))]);
        if code != UNCODED && !code.is_empty() {
            warning.insert("code".to_owned(), code.into());
        }
        let mut context = details;
        if let Some(severity) = context.remove("severity") {
            warning.insert("severity".to_owned(), severity);
        }
        context.extend(path.map(|path| ("path".to_owned(), path.into())));
        context.extend(extra);
        warning.insert("context".to_owned(), context.into());
        Warning::entry(Document::from(Value::Object(warning)))
    }
}

impl Entry for Issue {
    fn entry(document: Document<'_>) -> Self {
        let read = |mut parts: Parts<'_>| Self {
            code: parts.take_or_default("code"),
            message: parts.take_or_default("message"),
            path: parts.take("path"),
            details: parts.take_or_default("details"),
            extra: parts.into_extra(),
            error_type: None,
        };
        Parts::of(document).map_or_else(
            |other| Self {
                code: String::new(),
                message: other.into_text(),
                path: None,
                details: Map::new(),
                extra: Map::new(),
                error_type: None,
            },
            read,
        )
    }
}

deserialize_entries!(Issue);

/// The keys of the two lists.
pub(super) const WARNINGS: &str = "warnings";
pub(super) const ERRORS: &str = "errors";

/// The code of a warning that has none.
const UNCODED: &str = "WARNING";

/// Whether a warning of a failure was read as an error.
pub(super) fn is_error(warning: &Warning) -> bool {
    warning.entry_read().is_some_and(|read| read.list == ERRORS)
}

/// A warning of a failure. Its severity and its facts become details: the severity is `warning_severity` where a fact is
/// called `severity`. A warning without a code gets the code `WARNING`. An entry that was read stays what it was.
impl From<&Warning> for Issue {
    fn from(warning: &Warning) -> Self {
        if let Some(read) = warning.entry_read()
            && let Ok(issue) = serde_json::from_str(&read.json)
        {
            return issue;
        }
        let code = warning.code.as_ref().map_or(Cow::Borrowed(UNCODED), WarningCode::as_str);
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
