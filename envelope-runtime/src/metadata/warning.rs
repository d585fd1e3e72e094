//! Warnings, of successes and of failures.

use std::borrow::{Borrow, Cow};
use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::sync::Arc;

use envelope_contracts::shared::SEVERITIES;
use serde::de::value::StrDeserializer;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::Extra;
use super::words;
use crate::case::screaming_snake_case;
use crate::json::Document;
use crate::read::{Entry, Lenient, Parts, deserialize_entries};
use crate::text::is_blank;

words! {
    /// How much a warning matters: `severity` in an entry of `meta.warning_details` in response-v2.
    pub enum Severity(SEVERITIES, "a severity") {
        /// `info`: no action is needed.
        Info,
        /// `warning`: a possible problem; check the context, then decide.
        Warning,
        /// `error`: a significant problem; fix it before you continue.
        Error,
    }
}

/// What a warning is about: `code` in an entry of `meta.warning_details` in response-v2.
///
/// | on the wire | severity | meaning |
/// |---|---|---|
/// | `CONTENT_TRUNCATED` | `info` | content was cut for its size |
/// | `STALE_CACHE` | `warning` | cached data may be out of date |
/// | `PARTIAL_FAILURE` | `warning` | part of the work failed, but not the call |
/// | `DEPRECATED_FIELD` | `info` | the response has deprecated fields |
/// | `RATE_LIMIT_APPROACHING` | `warning` | the rate limit is near |
/// | `FALLBACK_USED` | `info` | the primary source was unavailable, so another one was used |
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[non_exhaustive]
pub enum WarningCode {
    /// `CONTENT_TRUNCATED`: content was cut for its size. Severity `info`.
    ContentTruncated,
    /// `STALE_CACHE`: cached data may be out of date. Severity `warning`.
    StaleCache,
    /// `PARTIAL_FAILURE`: part of the work failed, but not the call. Severity `warning`.
    PartialFailure,
    /// `DEPRECATED_FIELD`: the response has deprecated fields. Severity `info`.
    DeprecatedField,
    /// `RATE_LIMIT_APPROACHING`: the rate limit is near. Severity `warning`.
    RateLimitApproaching,
    /// `FALLBACK_USED`: the primary source was unavailable, so another one was used. Severity `info`.
    FallbackUsed,
    /// A custom code, in `SCREAMING_SNAKE_CASE`. It has no severity of its own: see [`Warning::custom`].
    #[serde(untagged)]
    Custom(String),
}

impl WarningCode {
    /// The code with this name on the wire.
    pub(crate) fn of(name: &str) -> Self {
        let standard = Self::deserialize(StrDeserializer::<serde::de::value::Error>::new(name));
        standard.unwrap_or_else(|_| Self::Custom(name.to_owned()))
    }

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

    /// The severity of a standard code. `None` for a custom one.
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

impl Lenient for WarningCode {
    const EXPECTED: &'static str = "a code";

    fn read(document: Document<'_>) -> Result<Self, Document<'_>> {
        document.as_str().map(Self::of).ok_or(document)
    }
}

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
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
#[must_use]
pub struct Warning {
    /// What the warning is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<WarningCode>,
    /// How much the warning matters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub severity: Option<Severity>,
    /// The message.
    pub message: String,
    /// Facts about the warning.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub context: Map<String, Value>,
    #[serde(flatten)]
    extra: Extra,
    /// Whether the message is also written to `warnings`.
    #[serde(skip)]
    mirrored: bool,
    /// The entry that the warning was read from, if it says more than a warning can.
    #[serde(skip)]
    entry: Option<Box<ReadEntry>>,
}

/// An entry of a list that a contract has beside its warnings, or instead of them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ReadEntry {
    /// The key of the list.
    pub(crate) list: &'static str,
    /// The entry as JSON, which needs less memory than a tree.
    pub(crate) json: Box<str>,
}

impl Warning {
    /// A warning with a code and the severity of that code. A custom code in another case than `SCREAMING_SNAKE_CASE` is converted.
    pub fn new(code: WarningCode, message: impl Into<String>) -> Self {
        let code = match code {
            WarningCode::Custom(code) => {
                WarningCode::Custom(screaming_snake_case(Cow::Owned(code)).into_owned())
            }
            standard => standard,
        };
        let severity = code.severity();
        Self { code: Some(code), severity, ..Self::uncoded(message) }
    }

    /// A warning with a custom code, in `SCREAMING_SNAKE_CASE`; a code in another case is converted. The name of a standard
    /// code gives that code.
    pub fn custom(code: impl Into<String>, severity: Severity, message: impl Into<String>) -> Self {
        let code = screaming_snake_case(Cow::Owned(code.into())).into_owned();
        Self {
            code: Some(WarningCode::of(&code)),
            severity: Some(severity),
            ..Self::uncoded(message)
        }
    }

    /// A warning without a code.
    pub fn uncoded(message: impl Into<String>) -> Self {
        Self {
            code: None,
            severity: None,
            message: message.into(),
            context: Map::new(),
            extra: Extra::default(),
            mirrored: true,
            entry: None,
        }
    }

    /// A warning of a contract that has other keys for its parts.
    pub(crate) fn received(
        code: Option<&str>,
        severity: Option<Value>,
        message: &str,
        context: Map<String, Value>,
    ) -> Self {
        let code = code.map(WarningCode::of);
        let warning = Self { code, context, ..Self::uncoded(message).details_only() };
        match severity.map(Document::from).map(Severity::read) {
            None | Some(Err(Document::Null)) => warning,
            Some(Ok(severity)) => warning.severity(severity),
            Some(Err(other)) => {
                let extra = Map::from_iter([("severity".to_owned(), other.into_value())]);
                Self { extra: extra.into(), ..warning }
            }
        }
    }

    /// Keeps the entry that the warning was read from.
    pub(crate) fn read_from(self, list: &'static str, json: Box<str>) -> Self {
        Self { entry: Some(Box::new(ReadEntry { list, json })), ..self }
    }

    /// The entry that the warning was read from.
    pub(crate) fn entry_read(&self) -> Option<&ReadEntry> {
        self.entry.as_deref()
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

    /// Further keys, of a warning that was read. An unknown `severity` is one of them.
    #[must_use]
    pub fn extras(&self) -> &Map<String, Value> {
        self.extra.as_map()
    }

    /// Whether there is only a message.
    fn is_message(&self) -> bool {
        self.code.is_none()
            && self.severity.is_none()
            && self.context.is_empty()
            && self.extra.is_empty()
    }

    /// Writes the message to `warning_details` only, and not to `warnings` as well.
    pub fn details_only(mut self) -> Self {
        self.mirrored = false;
        self
    }
}

impl Entry for Warning {
    fn entry(document: Document<'_>) -> Self {
        let read = |mut parts: Parts<'_>| Self {
            code: parts.take("code"),
            severity: parts.take("severity"),
            message: parts.take_or_default("message"),
            context: parts.take_or_default("context"),
            extra: parts.into_extra().into(),
            // What was read is written as it was.
            mirrored: false,
            entry: None,
        };
        Parts::of(document)
            .map_or_else(|other| Self::uncoded(other.into_text()).details_only(), read)
    }
}

deserialize_entries!(Warning);

/// The warnings of a failure: what [`ErrorReport::warnings`](crate::ErrorReport::warnings) returns.
///
/// A dialect reads them either as response-v2 has them, as [`messages`](Self::messages) and [`details`](Self::details), or
/// one by one with [`iter`](Self::iter).
#[derive(Clone, Debug, Default)]
pub struct Warnings {
    /// The message of a detailed warning can be here several times: it is compared once, when the messages are read.
    messages: Vec<String>,
    details: Vec<Warning>,
}

/// Warnings are equal if their messages and details are.
impl PartialEq for Warnings {
    fn eq(&self, other: &Self) -> bool {
        self.details == other.details && self.messages() == other.messages()
    }
}

impl Warnings {
    /// No warnings.
    #[must_use]
    pub const fn new() -> Self {
        Self { messages: Vec::new(), details: Vec::new() }
    }

    /// Adds a warning that is a message only.
    pub fn push(&mut self, message: impl Into<String>) {
        push_message(&mut self.messages, message.into());
    }

    /// Adds a warning with a code, a severity or facts.
    pub fn push_detail(&mut self, warning: Warning) {
        push_detail(&mut self.messages, &mut self.details, warning);
    }

    /// Adds warnings that were read from a list with warnings of both kinds.
    pub(crate) fn extend_mixed(&mut self, warnings: impl IntoIterator<Item = Warning>) {
        for warning in warnings {
            if warning.is_message() {
                self.push(warning.message);
            } else {
                self.push_detail(Warning { mirrored: true, ..warning });
            }
        }
    }

    /// Adds the messages and the details that were read from response-v2.
    pub(crate) fn extend_read(&mut self, messages: &[String], details: &[Warning]) {
        self.messages.extend_from_slice(messages);
        let messages: HashSet<_> = messages.iter().collect();
        self.details.extend(details.iter().map(|warning| Warning {
            mirrored: messages.contains(&warning.message),
            ..warning.clone()
        }));
    }

    /// Whether there are no warnings.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.messages.is_empty() && self.details.is_empty()
    }

    /// The messages, including the message of each of the [`details`](Self::details) once, unless it is
    /// [details only](Warning::details_only).
    #[must_use]
    pub fn messages(&self) -> Vec<&str> {
        let mut is_first = is_first_of::<_, str>(mirrored(&self.details));
        let messages = self.messages.iter().map(String::as_str);
        messages.filter(|message| is_first(message)).collect()
    }

    /// The warnings with a code, a severity or facts.
    pub fn details(&self) -> &[Warning] {
        &self.details
    }

    /// Each warning once. A warning that is a message only has no code and no severity.
    pub fn iter(&self) -> impl Iterator<Item = Cow<'_, Warning>> {
        let detailed: HashSet<_> = self.details.iter().map(|warning| &warning.message).collect();
        let messages = self.messages.iter().filter(move |message| !detailed.contains(message));
        let details = self.details.iter().map(Cow::Borrowed);
        messages.map(|message| Cow::Owned(Warning::uncoded(message))).chain(details)
    }
}

/// Adds a message, unless it is blank.
pub(crate) fn push_message(messages: &mut Vec<String>, message: String) {
    if !is_blank(&message) {
        messages.push(message);
    }
}

/// Leaves the message of a detailed warning in the messages once.
pub(crate) fn mirror_once(messages: &mut Vec<String>, details: &[Warning]) {
    let mut is_first = is_first_of::<_, str>(mirrored(details));
    messages.retain(|message| is_first(message));
}

/// The messages of detailed warnings that are in the list of messages, too.
fn mirrored(details: &[Warning]) -> impl Iterator<Item = &str> {
    details.iter().filter(|warning| warning.mirrored).map(|warning| warning.message.as_str())
}

/// Returns false for each of these messages from the second time on. To compare each new warning with all others would take
/// quadratic time.
fn is_first_of<M: Eq + Hash + Borrow<Q>, Q: Eq + Hash + ?Sized>(
    messages: impl Iterator<Item = M>,
) -> impl FnMut(&Q) -> bool {
    let mut unseen: HashMap<_, _> = messages.map(|message| (message, true)).collect();
    move |message| unseen.get_mut(message).is_none_or(std::mem::take)
}

/// Adds a detailed warning, and its message. Instead of a blank message, it says its code.
pub(crate) fn push_detail(
    messages: &mut Vec<String>,
    details: &mut Vec<Warning>,
    mut warning: Warning,
) {
    if is_blank(&warning.message) {
        let code = warning.code.as_ref().map_or(Cow::Borrowed("WARNING"), WarningCode::as_str);
        warning.message = code.into_owned();
    }
    if warning.mirrored {
        messages.push(warning.message.clone());
    }
    details.push(warning);
}

/// The type of a field with `#[tool_error(warnings)]`, and what [`ToolFailure::warning`](crate::ToolFailure::warning) takes: a
/// message, a [`Warning`], or an `Option`, a slice or a `Vec` of either.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the warnings of an error",
    label = "neither text nor a `Warning`",
    note = "mark a `String`, an `envelope_runtime::Warning`, or an `Option` or a `Vec` of either"
)]
pub trait ErrorWarnings {
    /// Adds the warnings to those of the failure.
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

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// Warnings of a message alone, of one in both lists, and of one in the details only.
    #[test]
    fn the_message_of_a_detailed_warning_is_there_once() {
        let mut warnings = Warnings::new();
        for message in ["alone", "both", "alone", " "] {
            warnings.push(message);
        }
        warnings.push_detail(Warning::uncoded("both"));
        warnings.push_detail(Warning::uncoded("details").details_only());
        for message in ["both", "details", "last"] {
            warnings.push(message);
        }
        warnings.push_detail(Warning::new(WarningCode::StaleCache, " "));
        let expected = ["alone", "both", "alone", "details", "last", "STALE_CACHE"];
        assert_eq!(warnings.messages(), expected);
        let once: Vec<_> = warnings.iter().map(|warning| warning.message.clone()).collect();
        assert_eq!(once, ["alone", "alone", "last", "both", "details", "STALE_CACHE"]);

        let mut of_reply: Vec<_> = ["alone", "both", "alone", "both"].map(str::to_owned).to_vec();
        mirror_once(&mut of_reply, warnings.details());
        assert_eq!(of_reply, ["alone", "both", "alone"]);
    }

    #[test]
    fn each_message_is_compared_a_few_times() {
        thread_local! {
            static COMPARISONS: Cell<u32> = const { Cell::new(0) };
        }

        #[derive(Eq)]
        struct Counted(u32);

        impl PartialEq for Counted {
            fn eq(&self, other: &Self) -> bool {
                COMPARISONS.set(COMPARISONS.get() + 1);
                self.0 == other.0
            }
        }

        impl Hash for Counted {
            fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
                self.0.hash(state);
            }
        }

        const MESSAGES: u32 = 10_000;
        let mut is_first = is_first_of::<_, Counted>((0..MESSAGES).map(Counted));
        for repetition in 0..3 {
            for message in 0..2 * MESSAGES {
                let is_new = is_first(&Counted(message));
                assert_eq!(is_new, repetition == 0 || message >= MESSAGES);
            }
        }
        assert!(COMPARISONS.get() < 6 * MESSAGES, "{}", COMPARISONS.get());
    }

    #[test]
    fn repetitions_do_not_make_warnings_differ() {
        let pushed = |times: usize| {
            let mut warnings = Warnings::new();
            warnings.push_detail(Warning::uncoded("a"));
            (0..times).for_each(|_| warnings.push("a"));
            warnings
        };
        assert_eq!(pushed(0), pushed(3));
        assert_ne!(pushed(0), Warnings::new());
    }
}
