//! The entries of `warnings` and `errors`.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::case::screaming_snake_case;
use crate::error::{ErrorCode, ErrorPath, ErrorType};
use crate::metadata::{JsonMap, Warning, WarningCode};
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
    #[serde(default, skip_serializing_if = "JsonMap::is_empty")]
    pub details: JsonMap,
    /// The category, if it is not the category of the code. It is not on the wire.
    #[serde(skip)]
    pub(super) error_type: Option<ErrorType>,
    #[serde(flatten)]
    extra: JsonMap,
}

impl Issue {
    /// An issue with a code in `SCREAMING_SNAKE_CASE`: a [standard code](crate::ErrorCode), or a custom one. A code in
    /// another case is converted. A blank message is replaced by the code.
    pub fn new(code: impl Into<String>, message: impl Into<String>) -> Self {
        let code = screaming_snake_case(Cow::Owned(code.into())).into_owned();
        let message = Some(message.into()).filter(|message| !is_blank(message));
        let message = message.unwrap_or_else(|| code.clone());
        Self::as_given(code, message)
    }

    fn as_given(code: String, message: String) -> Self {
        Self {
            code,
            message,
            path: None,
            details: JsonMap::default(),
            extra: JsonMap::default(),
            error_type: None,
        }
    }

    /// Sets the category. By default it is the category of a standard code, and `internal` for a custom code. It is not sent; for the
    /// first error of a [`Reply`](super::Reply), it decides the exit code and the HTTP status. A code of response-v2 keeps its own
    /// category.
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
}

impl Issue {
    /// The category that decides the status of a reply.
    #[inline]
    pub(super) fn category(&self) -> ErrorType {
        let of_code = || ErrorType::from_code(&self.code).unwrap_or(ErrorType::Internal);
        self.error_type.unwrap_or_else(of_code)
    }

    /// The issue of an entry, as this crate writes it.
    #[inline]
    pub(super) fn of_written(entry: Map<String, Value>) -> Self {
        let mut issue = Self::new("", "");
        for (key, value) in entry {
            match (key.as_str(), value) {
                ("code", Value::String(code)) => issue.code = code,
                ("message", Value::String(message)) => issue.message = message,
                ("path", Value::String(path)) => issue.path = Some(path),
                ("details", Value::Object(details)) => issue.details = details.into(),
                ("code" | "message" | "path" | "details", _) => {}
                (_, value) => issue.extra.insert(key, value),
            }
        }
        issue
    }

    /// Further keys, of an issue that was read.
    #[must_use]
    pub fn extras(&self) -> &Map<String, Value> {
        &self.extra
    }
}

/// The code of a warning that has none.
const UNCODED: &str = "WARNING";

/// A warning of a failure. Its severity and its facts become details: the severity is `warning_severity` where a fact is
/// called `severity`. A warning without a code gets the code `WARNING`. An entry that was read stays unchanged.
impl From<&Warning> for Issue {
    #[inline]
    fn from(warning: &Warning) -> Self {
        let code = warning.code.as_ref().map_or(Cow::Borrowed(UNCODED), WarningCode::as_str);
        let issue = Self::new(code, warning.message.as_str());
        #[cfg(feature = "read")]
        if let Some(entry) = warning.entry_read() {
            return issue.with_entry(entry);
        }
        let mut details = Map::from(warning.context.clone());
        let severity = warning.severity.map(|severity| ("severity", severity.as_str().into()));
        let extras = warning.extras().iter().map(|(key, value)| (&**key, value.clone()));
        for (key, value) in severity.into_iter().chain(extras) {
            let mut key = key.to_owned();
            while details.contains_key(&key) {
                key.insert_str(0, "warning_");
            }
            details.insert(key, value);
        }
        Self { details: details.into(), ..issue }
    }
}

/// How a client reads it.
#[cfg(feature = "read")]
mod reading {
    use serde_json::{Map, Value};

    use super::{Issue, UNCODED};

    use crate::json::{Document, Entry, Parts, deserialize_entries};
    use crate::metadata::{JsonMap, ReadEntry, ReadList, Warning};

    impl Issue {
        /// Everything except the code and the message, and the severity that is among the details.
        fn facts(&self) -> (JsonMap, Option<Value>) {
            if self.details.is_empty() && self.path.is_none() {
                return (self.extra.clone(), None);
            }
            let mut facts = Map::from(self.details.clone());
            let severity = facts.remove("severity");
            facts.extend(self.path.iter().map(|path| ("path".to_owned(), path.as_str().into())));
            facts.extend(Map::from(self.extra.clone()));
            (facts.into(), severity)
        }

        /// The warning of this issue in a list. See the conversion from a [`Warning`].
        pub(in super::super) fn to_warning(&self, list: ReadList) -> Warning {
            let (context, severity) = self.facts();
            let code = Some(self.code.as_str()).filter(|code| !code.is_empty() && *code != UNCODED);
            let entry = ReadEntry {
                path: self.path.as_deref().map(Box::from),
                details: self.details.clone(),
                extra: self.extra.clone(),
            };
            Warning::received(code, severity, &self.message, context).read_from(list, entry)
        }
    }

    impl Issue {
        /// The issue with the other parts of the entry that it was read from.
        pub(super) fn with_entry(self, entry: ReadEntry) -> Self {
            let ReadEntry { path, details, extra } = entry;
            let extra = extra.without(&["code", "message"]);
            Self { path: path.map(String::from), details, extra, ..self }
        }
    }

    impl Entry for Issue {
        fn entry(document: Document<'_>) -> Self {
            let read = |mut parts: Parts<'_>| Self {
                code: parts.take("code").unwrap_or_default(),
                message: parts.take_or_default("message"),
                path: parts.take("path"),
                details: parts.take_or_default("details"),
                extra: parts.into_json_map(),
                error_type: None,
            };
            Parts::of(document)
                .map_or_else(|other| Self::as_given(String::new(), other.into_text()), read)
        }
    }

    deserialize_entries!(Issue);
}
