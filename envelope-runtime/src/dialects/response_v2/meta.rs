//! The metadata of response-v2.

use std::collections::BTreeMap;
use std::num::NonZeroU64;
use std::time::Duration;

use envelope_contracts::response_v2::{FIDELITIES, FIDELITY_VERSION, META, PAGINATION, TELEMETRY};
use serde_json::{Map, Value};

use super::ResponseV2;
use crate::log::no_effect;
use crate::metadata::{
    RateLimit, Warning, Warnings, insert_extra, serialize_object, wire_words, words,
};
use crate::page::{NextPage, Page, count};
use crate::request_id::{IntoRequestId, RequestId};

/// The metadata of a [`Reply`]: `meta`. It is set with the methods of `Reply`.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Meta {
    /// The request id, which connects the envelope to logs and traces.
    pub request_id: Option<RequestId>,
    /// The warnings.
    pub warnings: Warnings,
    /// The pagination of the data.
    pub pagination: Option<Pagination>,
    /// The state of the rate limit.
    pub rate_limit: Option<RateLimit>,
    /// Measurements of the call.
    pub telemetry: Option<Telemetry>,
    /// How complete the data is.
    pub content_fidelity: Option<ContentFidelity>,
    /// Ids of content that was left out.
    pub dropped_content_ids: Vec<String>,
    /// Hashes of archived content, by the id of the archive.
    pub content_archive_hashes: BTreeMap<String, String>,
    extra: Map<String, Value>,
}

impl Meta {
    /// The extra keys.
    #[must_use]
    pub fn extras(&self) -> &Map<String, Value> {
        &self.extra
    }

    /// The value of `content_fidelity_schema_version`, which is sent with `content_fidelity`, `dropped_content_ids` or
    /// `content_archive_hashes`.
    pub(super) fn fidelity_version(&self) -> Option<&'static str> {
        let has_fidelity = self.content_fidelity.is_some()
            || !self.dropped_content_ids.is_empty()
            || !self.content_archive_hashes.is_empty();
        has_fidelity.then_some(FIDELITY_VERSION)
    }

    /// How complete the data is: at most `partial` if content was left out.
    pub(super) fn fidelity(&self) -> Option<ContentFidelity> {
        let is_full = self.content_fidelity.is_none_or(|level| level == ContentFidelity::Full);
        if is_full && !self.dropped_content_ids.is_empty() {
            return Some(ContentFidelity::Partial);
        }
        self.content_fidelity
    }

    /// The measurements as they are sent. A duration in the reply replaces the measured one.
    pub(super) fn measurements(&self, measured_ms: Option<u64>) -> Option<Telemetry> {
        let mut telemetry = self.telemetry.clone().unwrap_or_default();
        telemetry.duration_ms = telemetry.duration_ms.or(measured_ms);
        Some(telemetry).filter(|telemetry| *telemetry != Telemetry::new())
    }

    /// Marks the data as a page of a list.
    pub(super) fn paginate(&mut self, next_cursor: Option<&str>, total_count: Option<u64>) {
        let page = next_cursor.map_or_else(Pagination::end, Pagination::next);
        self.pagination = Some(Pagination { total_count, ..page });
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
        self.with(|meta| meta.warnings.push(message))
    }

    /// Adds a warning with a code, a severity or facts: an entry of `meta.warning_details`. Its message is also an entry of
    /// `meta.warnings`, for clients that read only those, unless it is [details only](Warning::details_only).
    pub fn warning_detail(self, warning: Warning) -> Self {
        self.with(|meta| meta.warnings.push_detail(warning))
    }

    /// Sets the pagination of the data: `meta.pagination`.
    pub fn pagination(self, pagination: Pagination) -> Self {
        self.with(|meta| meta.pagination = Some(pagination))
    }

    /// Sets the state of the rate limit: `meta.rate_limit`. [`RateLimit`] has an example.
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

    /// Adds a hash, such as `sha256:…`, of content that was archived and left out. The id of the archive is the key of the hash in
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
    /// A reply with the items of a page, whose cursor and total are in `meta.pagination`. [`pagination`](Self::pagination) replaces them.
    pub fn page(mut page: Page<T>) -> Self {
        let NextPage { cursor, total_count } = page.take_next();
        let (items, _) = page.into_parts();
        Self::new(items).with(|meta| meta.paginate(cursor.as_deref(), total_count))
    }
}

/// Describes the page of a list that a tool returns: `meta.pagination`.
///
/// ```
/// use envelope_runtime::response_v2::Pagination;
///
/// let more = Pagination::next("eyJvZmZzZXQiOjIwfQ==").total_count(150).page_size(20);
/// assert_eq!(
///     serde_json::to_string(&more)?,
///     r#"{"cursor":"eyJvZmZzZXQiOjIwfQ==","has_more":true,"total_count":150,"page_size":20}"#
/// );
/// assert_eq!(serde_json::to_string(&Pagination::end())?, r#"{"has_more":false}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[must_use]
pub struct Pagination {
    cursor: Option<String>,
    total_count: Option<u64>,
    page_size: Option<NonZeroU64>,
    page: Option<u64>,
    extra: Map<String, Value>,
}

serialize_object! { |page: &Pagination|
    "cursor": page.cursor.as_ref(),
    "has_more": Some(page.cursor.is_some()),
    "total_count": page.total_count,
    "page_size": page.page_size,
    "page": page.page,
    ..&page.extra
}

impl Pagination {
    /// A page, with the cursor for the next page: a `&str`, a `String`, or a [`Cursor`](crate::Cursor).
    ///
    /// With a cursor in an `Option`, `None` is the last page:
    ///
    /// ```
    /// use envelope_runtime::response_v2::Pagination;
    ///
    /// let cursor = Some("task-007");
    /// assert_eq!(cursor.map_or_else(Pagination::end, Pagination::next), Pagination::next("task-007"));
    /// ```
    pub fn next(cursor: impl Into<String>) -> Self {
        Self { cursor: Some(cursor.into()), ..Self::default() }
    }

    /// The last page.
    pub fn end() -> Self {
        Self::default()
    }

    /// Sets how many items there are on all pages: any integer, such as a `usize`. A negative number is left out, with a warning in the
    /// log.
    ///
    /// ```
    /// use envelope_runtime::response_v2::Pagination;
    ///
    /// let ids = ["auth", "pay"];
    /// assert_eq!(Pagination::end().total_count(ids.len()), Pagination::end().total_count(2));
    /// ```
    pub fn total_count(mut self, items: impl TryInto<u64>) -> Self {
        self.total_count = count(items);
        self
    }

    /// Sets how many items a page has: any integer, such as a `u32` or a `NonZeroU64`. Zero and negative numbers are left out, with a
    /// warning in the log.
    ///
    /// ```
    /// use envelope_runtime::response_v2::Pagination;
    ///
    /// assert_eq!(Pagination::end().page_size(20_u32), Pagination::end().page_size(20));
    /// assert_eq!(Pagination::end().page_size(0), Pagination::end());
    /// ```
    pub fn page_size(mut self, items: impl TryInto<u64>) -> Self {
        let items = count(items);
        if items == Some(0) {
            no_effect(format_args!("a page size of 0 is left out"));
        }
        self.page_size = items.and_then(NonZeroU64::new);
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

/// Measurements of a call: `meta.telemetry`.
///
/// ```
/// use std::time::Duration;
///
/// use envelope_runtime::response_v2::Telemetry;
///
/// let telemetry = Telemetry::new().duration_ms(Duration::from_millis(45)).cache_hit(true);
/// assert_eq!(serde_json::to_string(&telemetry)?, r#"{"duration_ms":45,"cache_hit":true}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[must_use]
pub struct Telemetry {
    duration_ms: Option<u64>,
    downstream_calls: Option<u64>,
    cache_hit: Option<bool>,
    extra: Map<String, Value>,
}

serialize_object! { |telemetry: &Telemetry|
    "duration_ms": telemetry.duration_ms,
    "downstream_calls": telemetry.downstream_calls,
    "cache_hit": telemetry.cache_hit,
    ..&telemetry.extra
}

impl Telemetry {
    /// No measurements.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the duration of the call, which is written in whole milliseconds. It replaces the duration that the setting `telemetry`
    /// measures.
    pub fn duration_ms(mut self, duration: Duration) -> Self {
        self.duration_ms = Some(duration.as_millis().try_into().unwrap_or(u64::MAX));
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
    pub enum ContentFidelity(FIDELITIES) {
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

wire_words!(ContentFidelity, FIDELITIES);

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use envelope_contracts::shared::RATE_LIMIT;
    use serde_json::json;

    use super::*;
    use crate::DialectExt;

    /// The reserved keys are exactly the keys that the types write.
    #[test]
    fn the_keys_are_those_of_the_contract() {
        let page = Pagination::next("c").total_count(3).page_size(2).page(1);
        let state = RateLimit::new().limit(1).remaining(0).retry_after(5).period("minute");
        let state = state.reset_at("2025-12-04T12:00:00Z");
        let telemetry = Telemetry::new()
            .duration_ms(Duration::from_millis(5))
            .downstream_calls(1)
            .cache_hit(true);
        let meta = Meta {
            pagination: Some(page.clone()),
            rate_limit: Some(state.clone()),
            telemetry: Some(telemetry.clone()),
            content_fidelity: Some(ContentFidelity::Summary),
            dropped_content_ids: vec!["a".to_owned()],
            content_archive_hashes: BTreeMap::from([("a".to_owned(), "b".to_owned())]),
            ..Meta::default()
        };
        let reply = Reply::from_parts((), Some(Box::new(meta))).request_id("r");
        let reply = reply.warning_detail(Warning::uncoded("w"));
        let envelope = ResponseV2::default().envelope(reply).to_value().unwrap();
        for (json, object) in [
            (envelope["meta"].clone(), &META),
            (json!(page), &PAGINATION),
            (json!(state), &RATE_LIMIT),
            (json!(telemetry), &TELEMETRY),
        ] {
            let keys: BTreeSet<_> = json.as_object().unwrap().keys().map(String::as_str).collect();
            assert_eq!(keys, object.names().collect());
        }
    }

    #[test]
    fn what_is_out_of_range_is_not_written() {
        const MAX_PAGE: &str = r#"{"has_more":false,"page_size":18446744073709551615}"#;

        for (page, expected) in [
            (Pagination::end().page_size(20), r#"{"has_more":false,"page_size":20}"#),
            (Pagination::end().page_size(NonZeroU64::MAX), MAX_PAGE),
            (Pagination::end().page_size(0), r#"{"has_more":false}"#),
        ] {
            assert_eq!(serde_json::to_string(&page).unwrap(), expected);
        }
        for (telemetry, expected) in [
            (Telemetry::new().duration_ms(Duration::from_millis(5)), r#"{"duration_ms":5}"#),
            (Telemetry::new().duration_ms(Duration::from_micros(5_900)), r#"{"duration_ms":5}"#),
        ] {
            assert_eq!(serde_json::to_string(&telemetry).unwrap(), expected);
        }
    }

    #[test]
    fn a_cursor_can_be_borrowed() {
        let cursor = "c".to_owned();
        assert_eq!(Pagination::next(&cursor), Pagination::next("c"));
    }

    #[test]
    fn an_empty_cursor_is_a_cursor() {
        let next = Pagination::next(String::new()).total_count(3);
        assert_eq!(
            serde_json::to_string(&next).unwrap(),
            r#"{"cursor":"","has_more":true,"total_count":3}"#
        );
    }
}
