//! The metadata of response-v2, for replies and for clients.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::num::NonZeroU64;
use std::time::Duration;

use envelope_contracts::response_v2::{FIDELITIES, FIDELITY_VERSION, META, PAGINATION, TELEMETRY};
use serde::de::{self, Deserializer, Unexpected};
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Number, Value};

use super::{ID, ResponseV2};
use crate::metadata::{
    MessagesOnce, RateLimit, Warning, insert_extra, is_absent, object, push_detail, push_message,
    words,
};
use crate::page::Page;
use crate::request_id::{IntoRequestId, RequestId};

object! {
    /// The metadata of an envelope, `meta`: a [`Reply`] writes it, and a client reads it.
    ///
    /// ```
    /// use envelope_runtime::response_v2::Meta;
    /// use envelope_runtime::Severity;
    ///
    /// let meta: Meta = serde_json::from_str(
    ///     r#"{"version":"response-v2","warning_details":[{"message":"old","severity":"info"}],"tenant":"acme"}"#,
    /// )?;
    /// assert_eq!(meta.warning_details[0].severity, Some(Severity::Info));
    /// assert_eq!(meta.extras()["tenant"], "acme");
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub struct Meta {
        /// The contract: always `response-v2`.
        pub version: Version,
        /// The request id, which connects the envelope to logs and traces.
        #[serde(skip_serializing_if = "is_absent")]
        pub request_id: Option<RequestId>,
        /// The messages of the warnings.
        #[serde(skip_serializing_if = "is_absent")]
        pub warnings: Vec<String>,
        /// The warnings with a code, a severity or facts.
        #[serde(skip_serializing_if = "is_absent")]
        pub warning_details: Vec<Warning>,
        /// Which page the data is.
        #[serde(skip_serializing_if = "is_absent")]
        pub pagination: Option<Pagination>,
        /// The state of the rate limit.
        #[serde(skip_serializing_if = "is_absent")]
        pub rate_limit: Option<RateLimit>,
        /// Measurements of the call.
        #[serde(skip_serializing_if = "is_absent")]
        pub telemetry: Option<Telemetry>,
        /// How complete the data is.
        #[serde(skip_serializing_if = "is_absent")]
        pub content_fidelity: Option<ContentFidelity>,
        /// The version of the content keys: `1.0` if any of them is written.
        #[serde(skip_serializing_if = "is_absent")]
        pub content_fidelity_schema_version: Option<String>,
        /// Ids of content that was left out.
        #[serde(skip_serializing_if = "is_absent")]
        pub dropped_content_ids: Vec<String>,
        /// Hashes of archived content, by the id of the archive.
        #[serde(skip_serializing_if = "is_absent")]
        pub content_archive_hashes: BTreeMap<String, String>,
    }
}

impl Meta {
    /// The version of the content keys, if any of them is written.
    fn fidelity_version(&self) -> Option<&str> {
        let has_fidelity = self.content_fidelity.is_some()
            || !self.dropped_content_ids.is_empty()
            || !self.content_archive_hashes.is_empty();
        let given = self.content_fidelity_schema_version.as_deref();
        given.or(has_fidelity.then_some(FIDELITY_VERSION))
    }

    /// How complete the data is: not fully if content was left out.
    fn fidelity(&self) -> Option<ContentFidelity> {
        let is_full = self.content_fidelity.is_none_or(|level| level == ContentFidelity::Full);
        if is_full && !self.dropped_content_ids.is_empty() {
            return Some(ContentFidelity::Partial);
        }
        self.content_fidelity
    }
}

impl Meta {
    /// The data is a page.
    pub(super) fn paginate(&mut self, next_cursor: Option<&str>) {
        self.pagination = Some(next_cursor.map_or_else(Pagination::end, Pagination::next));
    }

    /// Adds a warning, with its message for clients that read only those.
    pub(super) fn warn(&mut self, warning: Warning) {
        push_detail(&mut self.warnings, &mut self.warning_details, warning);
    }
}

/// The metadata of a reply with the request id, the duration, and the content keys that follow from the others, and without repeated
/// messages.
pub(super) struct Completed<'a> {
    pub(super) meta: &'a Meta,
    pub(super) request_id: Option<&'a RequestId>,
    pub(super) measured_ms: Option<u64>,
}

impl Serialize for Completed<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { meta, request_id, measured_ms } = *self;
        meta.serialize_with(serializer, |key, map| {
            match key {
                "version" => map.serialize_entry(key, ID)?,
                "request_id" => optional(map, key, request_id)?,
                "warnings" => {
                    let messages =
                        MessagesOnce { messages: &meta.warnings, details: &meta.warning_details };
                    optional(map, key, (!meta.warnings.is_empty()).then_some(messages))?;
                }
                "rate_limit" => {
                    let state = meta.rate_limit.as_ref().filter(|state| !state.is_empty());
                    optional(map, key, state)?;
                }
                "telemetry" => {
                    optional(map, key, Measured::of(meta.telemetry.as_ref(), measured_ms))?;
                }
                "content_fidelity" => optional(map, key, meta.fidelity())?,
                "content_fidelity_schema_version" => optional(map, key, meta.fidelity_version())?,
                _ => return Ok(false),
            }
            Ok(true)
        })
    }
}

/// Serializes an entry if there is a value.
fn optional<M: SerializeMap>(
    map: &mut M,
    key: &str,
    value: Option<impl Serialize>,
) -> Result<(), M::Error> {
    value.map_or(Ok(()), |value| map.serialize_entry(key, &value))
}

/// Telemetry with the measured duration, unless it has its own.
struct Measured<'a> {
    telemetry: Cow<'a, Telemetry>,
    measured_ms: Option<u64>,
}

impl<'a> Measured<'a> {
    /// `None` if there are no measurements.
    fn of(telemetry: Option<&'a Telemetry>, measured_ms: Option<u64>) -> Option<Self> {
        let telemetry = telemetry.map_or_else(|| Cow::Owned(Telemetry::new()), Cow::Borrowed);
        let is_empty = telemetry.is_empty() && measured_ms.is_none();
        (!is_empty).then_some(Self { telemetry, measured_ms })
    }
}

impl Serialize for Measured<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.telemetry.serialize_with(serializer, |key, map| {
            match &self.telemetry.duration_ms {
                _ if key != "duration_ms" => return Ok(false),
                None => optional(map, key, self.measured_ms)?,
                given => optional(map, key, given.as_ref().filter(|_| !is_no_duration(given)))?,
            }
            Ok(true)
        })
    }
}

/// Data with the metadata of response-v2.
///
/// ```
/// use envelope_runtime::response_v2::{Pagination, Reply};
/// use envelope_runtime::{ToolFailure, envelope_tool};
///
/// #[envelope_tool(dialect = "response-v2", data = "tasks")]
/// fn list_tasks() -> Result<Reply<Vec<&'static str>>, ToolFailure> {
///     Ok(Reply::new(vec!["task-001"])
///         .pagination(Pagination::next("eyJvZmZzZXQiOjIwfQ==").total_count(150))
///         .warning("Cache data is 2 hours old"))
/// }
///
/// assert_eq!(
///     list_tasks().as_str(),
///     concat!(
///         r#"{"success":true,"data":{"tasks":["task-001"]},"error":null,"meta":{"version":"response-v2","#,
///         r#""warnings":["Cache data is 2 hours old"],"#,
///         r#""pagination":{"cursor":"eyJvZmZzZXQiOjIwfQ==","has_more":true,"total_count":150}}}"#,
///     )
/// );
/// ```
pub type Reply<T> = crate::dialect::Reply<T, ResponseV2>;

impl<T> Reply<T> {
    /// A reply without metadata.
    pub fn new(data: T) -> Self {
        Self::from_parts(data, None)
    }

    fn with(self, change: impl FnOnce(&mut Meta)) -> Self {
        self.with_meta(|meta| change(meta.get_or_insert_default()))
    }

    /// Sets the request id, instead of the tool's setting and the ambient one: `meta.request_id`.
    pub fn request_id(self, id: impl IntoRequestId) -> Self {
        self.with(|meta| meta.request_id = id.into_request_id())
    }

    /// Adds a warning: a problem that did not make the call fail. It is an entry of `meta.warnings`.
    pub fn warning(self, message: impl Into<String>) -> Self {
        self.with(|meta| push_message(&mut meta.warnings, message.into()))
    }

    /// Adds a warning with a code, a severity or facts: an entry of `meta.warning_details`. Its message is also an entry of
    /// `meta.warnings`, for clients that read only those, unless it is [details only](Warning::details_only).
    pub fn warning_detail(self, warning: Warning) -> Self {
        self.with(|meta| meta.warn(warning))
    }

    /// Sets which page the data is: `meta.pagination`.
    pub fn pagination(self, pagination: Pagination) -> Self {
        self.with(|meta| meta.pagination = Some(pagination))
    }

    /// Sets the state of the rate limit: `meta.rate_limit`.
    pub fn rate_limit(self, rate_limit: RateLimit) -> Self {
        self.with(|meta| meta.rate_limit = Some(rate_limit))
    }

    /// Sets the measurements of the call: `meta.telemetry`.
    pub fn telemetry(self, telemetry: Telemetry) -> Self {
        self.with(|meta| meta.telemetry = Some(telemetry))
    }

    /// Sets how complete the data is: `meta.content_fidelity`, with `content_fidelity_schema_version`.
    pub fn content_fidelity(self, fidelity: ContentFidelity) -> Self {
        self.with(|meta| meta.content_fidelity = Some(fidelity))
    }

    /// Adds ids of content that was left out because of its size: `meta.dropped_content_ids`. The data is then `partial`, unless
    /// [`content_fidelity`](Self::content_fidelity) sets a lower level.
    pub fn dropped_content_ids<I: Into<String>>(self, ids: impl IntoIterator<Item = I>) -> Self {
        self.with(|meta| {
            meta.dropped_content_ids.extend(ids.into_iter().map(Into::into));
        })
    }

    /// Adds the hash of content that was archived and left out, such as `sha256:…`, by the id of the archive: an entry of
    /// `meta.content_archive_hashes`.
    pub fn content_archive_hash(self, id: impl Into<String>, hash: impl Into<String>) -> Self {
        self.with(|meta| {
            meta.content_archive_hashes.insert(id.into(), hash.into());
        })
    }

    /// Adds another key to `meta`. A value for a [reserved key](super#reserved-keys) is left out.
    pub fn extra_meta(self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.with(|meta| insert_extra(&mut meta.extra, |key| META.has(key), key, value))
    }
}

impl<T> Reply<Vec<T>> {
    /// A reply with the items of a page, whose cursor is in `meta.pagination`. [`pagination`](Self::pagination) replaces that.
    pub fn page(page: Page<T>) -> Self {
        let (items, cursor) = page.into_parts();
        Self::new(items).with(|meta| meta.paginate(cursor.as_deref()))
    }
}

/// The version of the contract, `meta.version`: always the string `response-v2`. Any other string fails to deserialize.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Version;

impl Serialize for Version {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(ID)
    }
}

impl<'de> Deserialize<'de> for Version {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let version = Cow::<str>::deserialize(deserializer)?;
        if version == ID {
            Ok(Self)
        } else {
            Err(de::Error::invalid_value(Unexpected::Str(&version), &"`response-v2`"))
        }
    }
}

object! {
    /// Which page of a list the data of a tool is: `meta.pagination`.
    ///
    /// ```
    /// use std::num::NonZeroU64;
    ///
    /// use envelope_runtime::response_v2::Pagination;
    ///
    /// const PAGE_SIZE: Option<NonZeroU64> = NonZeroU64::new(20);
    ///
    /// let more = Pagination::next("eyJvZmZzZXQiOjIwfQ==").total_count(150).page_size(PAGE_SIZE);
    /// assert_eq!(
    ///     serde_json::to_string(&more)?,
    ///     r#"{"cursor":"eyJvZmZzZXQiOjIwfQ==","has_more":true,"total_count":150,"page_size":20}"#
    /// );
    /// assert_eq!(serde_json::to_string(&Pagination::end())?, r#"{"has_more":false}"#);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    #[must_use]
    pub struct Pagination {
        /// The cursor that a client sends to get the next page. It is opaque to the client.
        #[serde(skip_serializing_if = "is_absent")]
        pub cursor: Option<String>,
        /// Whether there is a next page.
        pub has_more: bool,
        /// How many items there are on all pages.
        #[serde(skip_serializing_if = "is_absent")]
        pub total_count: Option<u64>,
        /// How many items a page has.
        #[serde(skip_serializing_if = "is_absent")]
        pub page_size: Option<u64>,
        /// The number of the page, from 1.
        #[serde(skip_serializing_if = "is_absent")]
        pub page: Option<u64>,
    }
}

impl Pagination {
    /// A page that is followed by another, which the client gets with this cursor: a `&str`, a `String`, or an `Option` of one. Without a
    /// cursor, or with an empty one, it is the last page.
    ///
    /// ```
    /// use envelope_runtime::response_v2::Pagination;
    ///
    /// assert!(Pagination::next("task-007").has_more);
    /// assert_eq!(Pagination::next(None::<String>), Pagination::end());
    /// ```
    pub fn next(cursor: impl IntoCursor) -> Self {
        let cursor = cursor.into_cursor().filter(|cursor| !cursor.is_empty());
        Self { has_more: cursor.is_some(), cursor, ..Self::default() }
    }

    /// The last page.
    pub fn end() -> Self {
        Self::default()
    }

    /// Sets how many items there are on all pages.
    pub fn total_count(mut self, items: u64) -> Self {
        self.total_count = Some(items);
        self
    }

    /// Sets how many items a page has: a `u64`, a `NonZeroU64`, or an `Option` of one. Zero, which no page has, is left out.
    ///
    /// ```
    /// use envelope_runtime::response_v2::Pagination;
    ///
    /// assert_eq!(Pagination::end().page_size(20).page_size, Some(20));
    /// assert_eq!(Pagination::end().page_size(0).page_size, None);
    /// ```
    pub fn page_size(mut self, items: impl IntoPageSize) -> Self {
        self.page_size = items.into_page_size().map(NonZeroU64::get);
        self
    }

    /// Sets the number of the page, from 1.
    pub fn page(mut self, number: u64) -> Self {
        self.page = Some(number);
        self
    }

    /// Adds another key. A value for any of the keys above is left out.
    pub fn extra(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        insert_extra(&mut self.extra, |key| PAGINATION.has(key), key, value);
        self
    }
}

/// The argument of [`Pagination::next`]: a `&str`, a `String`, or an `Option` of one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the cursor of a page",
    label = "neither text nor an `Option` of text",
    note = "a cursor is text, for example `Pagination::next(id.to_string())`; the last page is `Pagination::end()`"
)]
pub trait IntoCursor {
    /// The cursor of the next page, if there is one.
    fn into_cursor(self) -> Option<String>;
}

impl IntoCursor for String {
    fn into_cursor(self) -> Option<String> {
        Some(self)
    }
}

impl IntoCursor for &str {
    fn into_cursor(self) -> Option<String> {
        Some(self.to_owned())
    }
}

impl IntoCursor for &String {
    fn into_cursor(self) -> Option<String> {
        Some(self.clone())
    }
}

impl<T: IntoCursor> IntoCursor for Option<T> {
    fn into_cursor(self) -> Option<String> {
        self?.into_cursor()
    }
}

/// The argument of [`Pagination::page_size`]: a `u64`, a `NonZeroU64`, or an `Option` of one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the size of a page",
    label = "neither a `u64` nor a `NonZeroU64`",
    note = "give the number of items as a `u64`, for example `page_size(20)`"
)]
pub trait IntoPageSize {
    /// How many items a page has.
    fn into_page_size(self) -> Option<NonZeroU64>;
}

impl IntoPageSize for u64 {
    fn into_page_size(self) -> Option<NonZeroU64> {
        NonZeroU64::new(self)
    }
}

impl IntoPageSize for NonZeroU64 {
    fn into_page_size(self) -> Option<NonZeroU64> {
        Some(self)
    }
}

impl IntoPageSize for Option<NonZeroU64> {
    fn into_page_size(self) -> Option<NonZeroU64> {
        self
    }
}

object! {
    /// Measurements of a call: `meta.telemetry`.
    ///
    /// ```
    /// use envelope_runtime::response_v2::Telemetry;
    ///
    /// let telemetry = Telemetry::new().duration_ms(45).cache_hit(true);
    /// assert_eq!(serde_json::to_string(&telemetry)?, r#"{"duration_ms":45,"cache_hit":true}"#);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    #[must_use]
    pub struct Telemetry {
        /// The duration of the call, in milliseconds. A negative number is not written.
        #[serde(skip_serializing_if = "is_no_duration")]
        pub duration_ms: Option<Number>,
        /// How many other services the call needed.
        #[serde(skip_serializing_if = "is_absent")]
        pub downstream_calls: Option<u64>,
        /// Whether the data comes from a cache.
        #[serde(skip_serializing_if = "is_absent")]
        pub cache_hit: Option<bool>,
    }
}

impl Telemetry {
    /// No measurements.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the duration of the call: milliseconds, or a `Duration`, which is written in whole milliseconds. It replaces what the
    /// setting `telemetry` measures.
    pub fn duration_ms(mut self, duration: impl IntoMilliseconds) -> Self {
        self.duration_ms = Some(duration.into_milliseconds().into());
        self
    }

    /// Sets how many other services the call needed.
    pub fn downstream_calls(mut self, calls: u64) -> Self {
        self.downstream_calls = Some(calls);
        self
    }

    /// Sets whether the data comes from a cache.
    pub fn cache_hit(mut self, is_hit: bool) -> Self {
        self.cache_hit = Some(is_hit);
        self
    }

    /// Adds another measurement. A value for any of the keys above is left out.
    pub fn extra(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        insert_extra(&mut self.extra, |key| TELEMETRY.has(key), key, value);
        self
    }

    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

#[allow(clippy::ref_option, reason = "serde calls it with a reference to the field")]
fn is_no_duration(milliseconds: &Option<Number>) -> bool {
    let milliseconds = milliseconds.as_ref().and_then(Number::as_f64);
    milliseconds.is_none_or(|milliseconds| milliseconds < 0.0)
}

/// The argument of [`Telemetry::duration_ms`]: milliseconds as a `u64`, or a `Duration`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a duration in milliseconds",
    label = "neither a `u64` nor a `Duration`",
    note = "give the milliseconds as a `u64`, or a `std::time::Duration`"
)]
pub trait IntoMilliseconds {
    /// The whole milliseconds.
    fn into_milliseconds(self) -> u64;
}

impl IntoMilliseconds for u64 {
    fn into_milliseconds(self) -> u64 {
        self
    }
}

/// Rounded down.
impl IntoMilliseconds for Duration {
    fn into_milliseconds(self) -> u64 {
        self.as_millis().try_into().unwrap_or(u64::MAX)
    }
}

words! {
    /// How complete the data of a tool is: `meta.content_fidelity`.
    ///
    /// | on the wire | meaning | when |
    /// |---|---|---|
    /// | `full` | everything is included | nothing was left out |
    /// | `partial` | the structure is complete, but some content is left out | the response exceeds a soft limit |
    /// | `summary` | a condensed form of everything | few tokens are left |
    /// | `reference_only` | ids and references without content | hardly any tokens are left |
    pub enum ContentFidelity(FIDELITIES, "a level of completeness") {
        /// `full`: everything is included.
        Full,
        /// `partial`: the structure is complete, but some content is left out.
        Partial,
        /// `summary`: a condensed form of everything.
        Summary,
        /// `reference_only`: ids and references without content.
        ReferenceOnly,
    }
}

/// How a client reads it.
#[cfg(feature = "read")]
mod reading {
    use serde::de::{Deserialize, Deserializer, Error as _};

    use super::{ID, Meta, Pagination, Telemetry, Version};

    use crate::json::{Document, Lenient, Parts, deserialize_leniently};
    use crate::read::ReadError;

    impl Meta {
        /// Reads the metadata. Only the version is required.
        pub(in super::super) fn of(parts: Parts<'_>) -> Result<Self, ReadError> {
            if parts.text("version") != Some(ID) {
                let version = parts.get("version");
                return Err(parts.unexpected("version", r#""response-v2""#, version));
            }
            Ok(Self::of_parts(parts))
        }
    }

    impl Lenient for Version {
        const EXPECTED: &'static str = "`response-v2`";

        fn read(document: Document<'_>) -> Result<Self, Document<'_>> {
            if document.as_str() == Some(ID) { Ok(Self) } else { Err(document) }
        }
    }

    impl<'de> Deserialize<'de> for Meta {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let parts = Parts::of_envelope(Document::deserialize(deserializer)?);
            parts.and_then(Self::of).map_err(D::Error::custom)
        }
    }

    impl Lenient for Pagination {
        const EXPECTED: &'static str = "an object";

        fn read(document: Document<'_>) -> Result<Self, Document<'_>> {
            let parts = Parts::of(document)?;
            let is_given = matches!(parts.get("has_more"), Some(Document::Bool(_)));
            let mut page = Self::of_parts(parts);
            // If a server omits it, a cursor means that there is more.
            if !is_given {
                page.has_more = page.cursor.is_some();
            }
            Ok(page)
        }
    }

    impl Lenient for Telemetry {
        const EXPECTED: &'static str = "an object";

        fn read(document: Document<'_>) -> Result<Self, Document<'_>> {
            Parts::of(document).map(Self::of_parts)
        }
    }

    deserialize_leniently!(Pagination, Telemetry);
}

#[cfg(test)]
mod tests {
    use envelope_contracts::shared::RATE_LIMIT;
    use serde_json::json;

    use super::*;

    /// An extra key can neither shadow a key of the contract nor miss one.
    #[test]
    fn the_fields_are_the_keys_of_the_contract() {
        for (fields, object) in [
            (Meta::KEYS, &META),
            (Pagination::KEYS, &PAGINATION),
            (RateLimit::KEYS, &RATE_LIMIT),
            (Telemetry::KEYS, &TELEMETRY),
        ] {
            assert!(object.names().eq(fields.iter().copied()), "{fields:?}");
        }
    }

    #[test]
    fn the_version_is_that_of_the_contract() {
        assert_eq!(serde_json::to_value(Version).unwrap(), "response-v2");
        assert_eq!(serde_json::from_value::<Version>(json!("response-v2")).unwrap(), Version);
        let error = serde_json::from_value::<Version>(json!("response-v1")).unwrap_err();
        assert_eq!(
            error.to_string(),
            r#"invalid value: string "response-v1", expected `response-v2`"#
        );
    }

    #[test]
    fn a_reply_leaves_out_a_value_that_did_not_fit_its_key() {
        let meta = r#"{"version":"response-v2","telemetry":5,"tenant":"acme"}"#;
        let meta: Meta = serde_json::from_str(meta).unwrap();
        assert_eq!(meta.extras()["telemetry"], 5);
        let completed = Completed { meta: &meta, request_id: None, measured_ms: Some(3) };
        assert_eq!(
            serde_json::to_string(&completed).unwrap(),
            r#"{"version":"response-v2","telemetry":{"duration_ms":3},"tenant":"acme"}"#
        );
    }

    #[test]
    fn what_is_out_of_range_is_not_written() {
        const MAX_PAGE: &str = r#"{"has_more":false,"page_size":18446744073709551615}"#;

        for (page, expected) in [
            (
                Pagination::end().page_size(NonZeroU64::new(20)),
                r#"{"has_more":false,"page_size":20}"#,
            ),
            (Pagination::end().page_size(NonZeroU64::MAX), MAX_PAGE),
            (Pagination::end().page_size(NonZeroU64::new(0)), r#"{"has_more":false}"#),
        ] {
            assert_eq!(serde_json::to_string(&page).unwrap(), expected);
        }
        for (telemetry, expected) in [
            (Telemetry::new().duration_ms(5), r#"{"duration_ms":5}"#),
            (Telemetry::new().duration_ms(Duration::from_micros(5_900)), r#"{"duration_ms":5}"#),
            (Telemetry { duration_ms: Some((-5).into()), ..Telemetry::new() }, "{}"),
        ] {
            assert_eq!(serde_json::to_string(&telemetry).unwrap(), expected);
        }
    }

    #[test]
    fn a_page_size_of_zero_is_written_as_it_was_read() {
        let page = r#"{"has_more":false,"page_size":0}"#;
        let read: Pagination = serde_json::from_str(page).unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), page);
    }

    #[test]
    fn a_cursor_can_be_borrowed() {
        let cursor = "c".to_owned();
        assert_eq!(Pagination::next(&cursor), Pagination::next("c"));
    }

    #[test]
    fn without_a_cursor_a_page_is_the_last() {
        assert_eq!(Pagination::next(""), Pagination::end());
        assert_eq!(Pagination::next(None::<String>), Pagination::end());
        let last = Pagination::next(String::new()).total_count(3);
        assert_eq!(serde_json::to_string(&last).unwrap(), r#"{"has_more":false,"total_count":3}"#);
    }
}
