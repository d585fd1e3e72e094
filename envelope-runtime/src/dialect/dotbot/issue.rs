//! The entries of `warnings` and `errors`.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::case::screaming_snake_case;
use crate::dialect::{key, write_envelope};
use crate::error::{ErrorCode, ErrorPath, ErrorType};
use crate::json::Document;
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

    /// The JSON that dotbot passes on: the entry that was read, with a code and a message.
    fn to_json(&self) -> Box<str> {
        let code = if self.code.is_empty() { UNCODED } else { &self.code };
        let code = screaming_snake_case(Cow::Owned(code.to_owned()));
        let message = if is_blank(&self.message) { &code } else { &*self.message };
        let mut json = String::new();
        // A value that was read can be written.
        let _ = write_envelope(&mut json, None, |entry| {
            entry.string(key!("code"), &code);
            entry.string(key!("message"), message);
            entry.optional_string(key!("path"), self.path.as_deref());
            if !self.details.is_empty() {
                entry.value(key!("details"), &self.details);
            }
            for (key, value) in &self.extra {
                if !matches!(key.as_str(), "code" | "message") {
                    entry.value(key.as_str(), value);
                }
            }
        });
        json.into_boxed_str()
    }

    /// The warning that this issue of a list says. See the conversion from a [`Warning`].
    pub(super) fn to_warning(&self, list: &'static str) -> Warning {
        let mut context = self.details.clone();
        let severity = context.remove("severity");
        context.extend(self.path.iter().map(|path| ("path".to_owned(), path.as_str().into())));
        context.extend(self.extra.clone());
        let code = Some(self.code.as_str()).filter(|code| !code.is_empty() && *code != UNCODED);
        Warning::received(code, severity, &self.message, context).read_from(list, self.to_json())
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

/// A warning of a failure. Its severity and its facts become details: the severity is `warning_severity` where a fact is
/// called `severity`. A warning without a code gets the code `WARNING`. An entry that was read stays what it was.
impl From<&Warning> for Issue {
    fn from(warning: &Warning) -> Self {
        let read = warning.entry_read();
        if let Some(issue) = read.and_then(|read| serde_json::from_str(&read.json).ok()) {
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
