//! A warning.

use envelope_contracts::shared::SEVERITIES;
use serde_json::{Map, Value};

use super::{WarningCode, serialize_object, unless_empty, wire_words, words};
use crate::case::screaming_snake_case;

words! {
    /// How much a warning matters: `severity` in an entry of `meta.warning_details` in response-v2.
    pub enum Severity(SEVERITIES) {
        /// `info`: no action is needed.
        Info,
        /// `warning`: a possible problem; check the context, then decide.
        Warning,
        /// `error`: a significant problem; fix it before you continue.
        Error,
    }
}

wire_words!(Severity, SEVERITIES);

/// A warning with a code, a severity or facts: an entry of `meta.warning_details` in response-v2. A blank message is replaced by
/// the code.
///
/// ```
/// use envelope_runtime::{Severity, Warning, WarningCode};
///
/// let warning = Warning::new(WarningCode::ContentTruncated, "3 findings omitted").context("dropped_count", 3);
/// assert_eq!(
///     serde_json::to_string(&warning)?,
///     r#"{"code":"CONTENT_TRUNCATED","severity":"info","message":"3 findings omitted","context":{"dropped_count":3}}"#
/// );
///
/// let own = Warning::custom("INDEX_STALE", Severity::Error, "The index is a day old");
/// assert_eq!(
///     serde_json::to_string(&own)?,
///     r#"{"code":"INDEX_STALE","severity":"error","message":"The index is a day old"}"#
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
#[must_use]
pub struct Warning {
    /// The subject of the warning.
    pub code: Option<WarningCode>,
    /// How much the warning matters.
    pub severity: Option<Severity>,
    /// The message.
    pub message: String,
    /// Facts about the warning.
    pub context: Map<String, Value>,
    /// Whether the message is also written to `warnings`.
    pub(super) mirrored: bool,
}

impl Warning {
    /// A warning with a code and its severity. A custom code is converted to `SCREAMING_SNAKE_CASE`, which can be the name of a standard
    /// code.
    pub fn new(code: WarningCode, message: impl Into<String>) -> Self {
        let code = match code {
            WarningCode::Custom(code) => screaming_snake_case(code.into()).into_owned().into(),
            standard => standard,
        };
        let severity = code.severity();
        Self { code: Some(code), severity, ..Self::uncoded(message) }
    }

    /// A warning with a custom code, which is converted to `SCREAMING_SNAKE_CASE`. The name of a standard code becomes that standard
    /// code.
    pub fn custom(code: impl Into<String>, severity: Severity, message: impl Into<String>) -> Self {
        let code: String = code.into();
        Self::new(code.into(), message).severity(severity)
    }

    /// A warning without a code.
    pub fn uncoded(message: impl Into<String>) -> Self {
        Self {
            code: None,
            severity: None,
            message: message.into(),
            context: Map::new(),
            mirrored: true,
        }
    }

    /// Sets the severity.
    pub fn severity(mut self, severity: Severity) -> Self {
        self.severity = Some(severity);
        self
    }

    /// Adds a fact about the warning: `context.{key}`.
    pub fn context(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.context.insert(key.into(), value.into());
        self
    }

    /// Writes the message to `warning_details` only, and not to `warnings` as well.
    pub fn details_only(mut self) -> Self {
        self.mirrored = false;
        self
    }
}

serialize_object! { |warning: &Warning|
    "code": warning.code.as_ref(),
    "severity": warning.severity,
    "message": Some(&warning.message),
    "context": unless_empty!(warning.context),
}
