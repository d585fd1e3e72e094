//! Warnings, of successes and of failures.

use std::borrow::{Borrow, Cow};
use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::sync::Arc;

use envelope_contracts::shared::SEVERITIES;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use super::{JsonMap, WarningCode, words};
use crate::case::screaming_snake_case;
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

#[cfg(feature = "read")]
pub(crate) use self::reading::{ReadEntry, ReadList};

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
    /// The subject of the warning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<WarningCode>,
    /// How much the warning matters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub severity: Option<Severity>,
    /// The message.
    pub message: String,
    /// Facts about the warning.
    #[serde(default, skip_serializing_if = "JsonMap::is_empty")]
    pub context: JsonMap,
    #[serde(flatten)]
    extra: JsonMap,
    /// Whether the message is also written to `warnings`.
    #[serde(skip)]
    mirrored: bool,
    /// The list that the warning was read from, if the contract has a list besides its warnings, or instead of them.
    #[cfg(feature = "read")]
    #[serde(skip)]
    list: Option<ReadList>,
    /// The parts of the entry of that list, if it has more than a code and a message.
    #[cfg(feature = "read")]
    #[serde(skip)]
    entry: Option<Box<ReadEntry>>,
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
            context: JsonMap::default(),
            extra: JsonMap::default(),
            mirrored: true,
            #[cfg(feature = "read")]
            list: None,
            #[cfg(feature = "read")]
            entry: None,
        }
    }

    /// Whether the warning was read as a further error of a failure.
    #[cfg_attr(not(feature = "read"), allow(clippy::unused_self, reason = "nothing was read"))]
    pub(crate) fn is_further_error(&self) -> bool {
        #[cfg(feature = "read")]
        return self.list == Some(ReadList::Errors);
        #[cfg(not(feature = "read"))]
        false
    }

    /// Whether the warning was read from a list beside the data.
    #[cfg_attr(not(feature = "read"), allow(clippy::unused_self, reason = "nothing was read"))]
    pub(crate) fn is_beside_data(&self) -> bool {
        #[cfg(feature = "read")]
        return self.list == Some(ReadList::BesideData);
        #[cfg(not(feature = "read"))]
        false
    }

    /// The message, if there is nothing else.
    pub(crate) fn as_message(&self) -> Option<&str> {
        let is_message = self.code.is_none()
            && self.severity.is_none()
            && self.context.is_empty()
            && self.extra.is_empty();
        is_message.then_some(self.message.as_str())
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

    /// Further keys, of a warning that was read. They include an unknown `severity`.
    #[must_use]
    pub fn extras(&self) -> &Map<String, Value> {
        &self.extra
    }

    /// Writes the message to `warning_details` only, and not to `warnings` as well.
    pub fn details_only(mut self) -> Self {
        self.mirrored = false;
        self
    }
}

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

    /// Whether there are no warnings.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.messages.is_empty() && self.details.is_empty()
    }

    /// The messages, including the message of each of the [`details`](Self::details) once, unless it is
    /// [details only](Warning::details_only).
    #[must_use]
    pub fn messages(&self) -> Vec<&str> {
        MessagesOnce { messages: &self.messages, details: &self.details }.iter().collect()
    }

    /// The warnings with a code, a severity or facts.
    pub fn details(&self) -> &[Warning] {
        &self.details
    }

    /// The messages, with those of the details, and the details.
    pub(crate) fn into_lists(self) -> (Vec<String>, Vec<Warning>) {
        (self.messages, self.details)
    }

    /// Each warning once. A warning that is a message only has no code and no severity.
    pub fn iter(&self) -> impl Iterator<Item = Cow<'_, Warning>> {
        let detailed = self.details.iter().map(|warning| warning.message.as_str());
        let detailed: HashSet<_> = detailed.collect();
        let messages =
            self.messages.iter().filter(move |message| !detailed.contains(message.as_str()));
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

/// The messages of warnings, with the message of each detailed warning once.
#[derive(Clone, Copy)]
pub(crate) struct MessagesOnce<'a> {
    pub(crate) messages: &'a [String],
    pub(crate) details: &'a [Warning],
}

impl<'a> MessagesOnce<'a> {
    /// Up to this many messages are compared with each other, which needs no memory.
    const FEW: usize = 16;

    fn iter(self) -> impl Iterator<Item = &'a str> {
        let Self { messages, details } = self;
        let are_few = messages.len().max(details.len()) <= Self::FEW;
        let mut is_first = (!are_few).then(|| is_first_of::<_, str>(mirrored(details)));
        let messages_once = messages.iter().enumerate().filter(move |(at, message)| {
            if let Some(is_first) = &mut is_first {
                return is_first(message);
            }
            let is_repeated = messages.iter().take(*at).any(|earlier| earlier == *message);
            !is_repeated || mirrored(details).all(|detailed| detailed != *message)
        });
        messages_once.map(|(_, message)| message.as_str())
    }
}

impl Serialize for MessagesOnce<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

/// The messages of detailed warnings that are also in the list of messages.
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

/// Adds a detailed warning, and its message. Its code replaces a blank message.
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
    /// Adds the warnings to the failure's.
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

/// How a client reads it.
#[cfg(feature = "read")]
mod reading {
    use std::collections::HashSet;

    use serde_json::{Map, Value};

    use super::{Severity, Warning, Warnings};

    use crate::json::{Document, Entry, Lenient, Parts, deserialize_entries};
    use crate::metadata::{JsonMap, WarningCode};

    /// A list of entries that become warnings.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub(crate) enum ReadList {
        Warnings,
        Errors,
        /// The list beside the data, in an envelope whose other warnings are in the error.
        BesideData,
    }

    /// The parts of an entry that was read, without its code and its message.
    #[derive(Clone, Debug, Default, PartialEq)]
    pub(crate) struct ReadEntry {
        pub(crate) path: Option<Box<str>>,
        pub(crate) details: JsonMap,
        pub(crate) extra: JsonMap,
    }

    impl Warning {
        /// A warning of a contract that has other keys for its parts.
        pub(crate) fn received(
            code: Option<&str>,
            severity: Option<Value>,
            message: &str,
            context: JsonMap,
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

        /// A warning that was read from the list beside the data.
        pub(crate) fn beside_data(self) -> Self {
            Self { list: Some(ReadList::BesideData), ..self }
        }

        /// Keeps the entry that the warning was read from.
        pub(crate) fn read_from(self, list: ReadList, entry: ReadEntry) -> Self {
            let ReadEntry { path, details, extra } = &entry;
            let says_more = path.is_some() || !details.is_empty() || !extra.is_empty();
            let entry = says_more.then(|| Box::new(entry));
            Self { list: Some(list), entry, ..self }
        }
    }

    impl Warning {
        /// The entry that the warning was read from.
        pub(crate) fn entry_read(&self) -> Option<ReadEntry> {
            let list = self.list.filter(|list| *list != ReadList::BesideData);
            list.map(|_| self.entry.as_deref().cloned().unwrap_or_default())
        }
    }

    impl Warnings {
        /// Adds warnings that were read from a list with warnings of both kinds.
        pub(crate) fn extend_mixed(&mut self, warnings: impl IntoIterator<Item = Warning>) {
            for warning in warnings {
                if warning.as_message().is_some() {
                    self.push(warning.message);
                } else {
                    self.push_detail(Warning { mirrored: true, ..warning });
                }
            }
        }

        /// Adds warnings with a code, a severity or facts, and their messages.
        pub(crate) fn extend_details(&mut self, warnings: impl ExactSizeIterator<Item = Warning>) {
            self.messages.reserve_exact(warnings.len());
            self.details.reserve_exact(warnings.len());
            for warning in warnings {
                self.push_detail(Warning { mirrored: true, ..warning });
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
    }

    impl Entry for Warning {
        fn entry(document: Document<'_>) -> Self {
            let read = |mut parts: Parts<'_>| Self {
                code: parts.take("code"),
                severity: parts.take("severity"),
                message: parts.take_or_default("message"),
                context: parts.take_or_default("context"),
                extra: parts.into_json_map(),
                // Parts that were read are written unchanged.
                mirrored: false,
                list: None,
                entry: None,
            };
            Parts::of(document)
                .map_or_else(|other| Self::uncoded(other.into_text()).details_only(), read)
        }
    }

    deserialize_entries!(Warning);
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use serde_json::json;

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

        let details = warnings.details();
        let once = |messages: &[String]| serde_json::to_value(MessagesOnce { messages, details });
        let few = ["alone", "both", "alone", "both"].map(str::to_owned);
        assert_eq!(once(&few).unwrap(), json!(["alone", "both", "alone"]));
        let many: Vec<_> = few.iter().cycle().take(4 * MessagesOnce::FEW).cloned().collect();
        let expected =
            many.iter().enumerate().filter(|(at, message)| *at == 1 || *message == "alone");
        let expected: Vec<_> = expected.map(|(_, message)| message).collect();
        assert_eq!(once(&many).unwrap(), json!(expected));
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
