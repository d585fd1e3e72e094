//! A warning.

use std::borrow::Cow;

use envelope_contracts::shared::SEVERITIES;
use serde::Serialize;
use serde_json::{Map, Value};

use super::{JsonMap, WarningCode, words};
use crate::case::screaming_snake_case;

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
    pub(super) mirrored: bool,
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
        Self { code: Some(code.into()), severity: Some(severity), ..Self::uncoded(message) }
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

/// How a client reads it.
#[cfg(feature = "read")]
mod reading {
    use serde_json::{Map, Value};

    use super::{Severity, Warning};
    use crate::json::{Document, Entry, Lenient, Parts, deserialize_entries};
    use crate::metadata::JsonMap;

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
            let code = code.map(|code| code.to_owned().into());
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

        /// With the message in `warnings`, or without.
        pub(in crate::metadata) fn mirrored(self, mirrored: bool) -> Self {
            Self { mirrored, ..self }
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
