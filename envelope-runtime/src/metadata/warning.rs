//! Warnings: what went wrong without making a call fail, or beside its failure.

use std::borrow::Cow;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::case::screaming_snake_case;

/// How much a warning matters: `severity` of an entry of `meta.warning_details`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schemars",
    derive(schemars::JsonSchema),
    schemars(description = "How much a warning matters.")
)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// `info`: no action is needed.
    Info,
    /// `warning`: a possible problem; look at the context, then decide.
    Warning,
    /// `error`: a significant problem; address it before going on.
    Error,
}

impl Severity {
    /// The name on the wire, such as `warning`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// What a warning is about: `code` of an entry of `meta.warning_details`.
///
/// | on the wire | severity | meaning |
/// |---|---|---|
/// | `CONTENT_TRUNCATED` | `info` | content was cut for its size |
/// | `STALE_CACHE` | `warning` | cached data may be out of date |
/// | `PARTIAL_FAILURE` | `warning` | a part of the work failed, the whole did not |
/// | `DEPRECATED_FIELD` | `info` | the response has deprecated fields |
/// | `RATE_LIMIT_APPROACHING` | `warning` | the rate limit is near |
/// | `FALLBACK_USED` | `info` | the primary source was not available, and another one was used |
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schemars",
    derive(schemars::JsonSchema),
    schemars(description = "What a warning is about.")
)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[non_exhaustive]
pub enum WarningCode {
    /// `CONTENT_TRUNCATED`: content was cut for its size. Severity `info`.
    ContentTruncated,
    /// `STALE_CACHE`: cached data may be out of date. Severity `warning`.
    StaleCache,
    /// `PARTIAL_FAILURE`: a part of the work failed, the whole did not. Severity `warning`.
    PartialFailure,
    /// `DEPRECATED_FIELD`: the response has deprecated fields. Severity `info`.
    DeprecatedField,
    /// `RATE_LIMIT_APPROACHING`: the rate limit is near. Severity `warning`.
    RateLimitApproaching,
    /// `FALLBACK_USED`: the primary source was not available, and another one was used. Severity `info`.
    FallbackUsed,
    /// A custom code, in `SCREAMING_SNAKE_CASE`. It has no severity but the one that the warning is given.
    #[serde(untagged)]
    Custom(String),
}

impl WarningCode {
    /// The name on the wire, such as `STALE_CACHE`.
    #[must_use]
    pub fn as_str(&self) -> Cow<'static, str> {
        match self {
            Self::ContentTruncated => "CONTENT_TRUNCATED".into(),
            Self::StaleCache => "STALE_CACHE".into(),
            Self::PartialFailure => "PARTIAL_FAILURE".into(),
            Self::DeprecatedField => "DEPRECATED_FIELD".into(),
            Self::RateLimitApproaching => "RATE_LIMIT_APPROACHING".into(),
            Self::FallbackUsed => "FALLBACK_USED".into(),
            Self::Custom(code) => code.clone().into(),
        }
    }

    /// The severity of a standard code.
    #[must_use]
    pub fn severity(&self) -> Option<Severity> {
        match self {
            Self::ContentTruncated | Self::DeprecatedField | Self::FallbackUsed => {
                Some(Severity::Info)
            }
            Self::StaleCache | Self::PartialFailure | Self::RateLimitApproaching => {
                Some(Severity::Warning)
            }
            Self::Custom(_) => None,
        }
    }
}

/// A warning with more than its message: an entry of `meta.warning_details`.
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schemars",
    derive(schemars::JsonSchema),
    schemars(description = "A warning with more than its message.")
)]
#[non_exhaustive]
#[must_use]
pub struct Warning {
    /// What it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<WarningCode>,
    /// How much it matters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub severity: Option<Severity>,
    /// The warning in words.
    pub message: String,
    /// Facts about it.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub context: Map<String, Value>,
    /// Whether the message is also in `warnings`.
    #[serde(skip)]
    mirrored: bool,
}

impl Warning {
    /// A warning with a code, and the severity of that code.
    pub fn new(code: WarningCode, message: impl Into<String>) -> Self {
        let severity = code.severity();
        Self { code: Some(code), severity, ..Self::uncoded(message) }
    }

    /// A warning with a custom code, in `SCREAMING_SNAKE_CASE`: one in another case is converted. The name of a
    /// standard code is that code.
    pub fn custom(code: impl Into<String>, severity: Severity, message: impl Into<String>) -> Self {
        let code = screaming_snake_case(Cow::Owned(code.into())).into_owned();
        let code = Value::String(code);
        let code = WarningCode::deserialize(&code).ok();
        Self { code, severity: Some(severity), ..Self::uncoded(message) }
    }

    /// A warning that is only a message, to which severity and context can be added.
    pub fn uncoded(message: impl Into<String>) -> Self {
        Self {
            code: None,
            severity: None,
            message: message.into(),
            context: Map::new(),
            mirrored: true,
        }
    }

    /// Another severity than the code's.
    pub fn severity(mut self, severity: Severity) -> Self {
        self.severity = Some(severity);
        self
    }

    /// One more fact about the warning.
    pub fn context(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.context.insert(key.into(), value.into());
        self
    }

    /// Keeps the message out of `warnings`, so that it is in `warning_details` alone.
    pub fn details_only(mut self) -> Self {
        self.mirrored = false;
        self
    }
}

/// The warnings of a reply or of a failure: their messages, and what is known of some of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Warnings {
    messages: Vec<String>,
    details: Vec<Warning>,
}

impl Warnings {
    /// No warnings.
    #[must_use]
    pub const fn new() -> Self {
        Self { messages: Vec::new(), details: Vec::new() }
    }

    /// Adds a warning that is only a message.
    pub fn push(&mut self, message: impl Into<String>) {
        push_message(&mut self.messages, &self.details, message.into());
    }

    /// Adds a warning with a code, a severity or facts.
    pub fn push_detail(&mut self, warning: Warning) {
        push_detail(&mut self.messages, &mut self.details, warning);
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.messages.is_empty() && self.details.is_empty()
    }

    /// The messages, those of [`details`](Self::details) included unless they are [details only](Warning::details_only).
    #[must_use]
    pub fn messages(&self) -> &[String] {
        &self.messages
    }

    /// The warnings with a code, a severity or facts.
    pub fn details(&self) -> &[Warning] {
        &self.details
    }

    /// Each warning once, one that is only a message without code and severity.
    pub fn iter(&self) -> impl Iterator<Item = Cow<'_, Warning>> {
        let has_detail =
            |message: &String| self.details.iter().any(|warning| warning.message == *message);
        let messages = self.messages.iter().filter(move |message| !has_detail(message));
        let details = self.details.iter().map(Cow::Borrowed);
        messages.map(|message| Cow::Owned(Warning::uncoded(message))).chain(details)
    }
}

/// Adds a message, unless a warning of which it is the mirror has brought it.
pub(crate) fn push_message(messages: &mut Vec<String>, details: &[Warning], message: String) {
    let is_mirror = |warning: &Warning| warning.mirrored && warning.message == message;
    if !details.iter().any(is_mirror) {
        messages.push(message);
    }
}

/// Adds a warning, and mirrors its message once.
pub(crate) fn push_detail(
    messages: &mut Vec<String>,
    details: &mut Vec<Warning>,
    warning: Warning,
) {
    if warning.mirrored && !messages.contains(&warning.message) {
        messages.push(warning.message.clone());
    }
    details.push(warning);
}

/// What an error may mark as its warnings: a message, a [`Warning`], or an `Option`, a slice or a `Vec` of either.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the warnings of an error",
    label = "neither text nor a `Warning`",
    note = "mark a `String`, an `envelope_runtime::Warning`, or an `Option` or a `Vec` of either"
)]
pub trait ErrorWarnings {
    /// Adds the warnings to those that the error has.
    fn add_to(&self, warnings: &mut Warnings);
}

impl ErrorWarnings for str {
    fn add_to(&self, warnings: &mut Warnings) {
        warnings.push(self);
    }
}

impl ErrorWarnings for String {
    fn add_to(&self, warnings: &mut Warnings) {
        warnings.push(self);
    }
}

impl ErrorWarnings for Warning {
    fn add_to(&self, warnings: &mut Warnings) {
        warnings.push_detail(self.clone());
    }
}

impl<T: ErrorWarnings> ErrorWarnings for [T] {
    fn add_to(&self, warnings: &mut Warnings) {
        for warning in self {
            warning.add_to(warnings);
        }
    }
}

impl<T: ErrorWarnings, const N: usize> ErrorWarnings for [T; N] {
    fn add_to(&self, warnings: &mut Warnings) {
        self.as_slice().add_to(warnings);
    }
}

impl<T: ErrorWarnings> ErrorWarnings for Vec<T> {
    fn add_to(&self, warnings: &mut Warnings) {
        self.as_slice().add_to(warnings);
    }
}

impl<T: ErrorWarnings> ErrorWarnings for Option<T> {
    fn add_to(&self, warnings: &mut Warnings) {
        self.as_slice().add_to(warnings);
    }
}

macro_rules! pointers {
    ($($pointer:ty),*) => {$(
        impl<T: ErrorWarnings + ?Sized> ErrorWarnings for $pointer {
            fn add_to(&self, warnings: &mut Warnings) {
                (**self).add_to(warnings);
            }
        }
    )*};
}

pointers!(&T, Box<T>, Arc<T>);
