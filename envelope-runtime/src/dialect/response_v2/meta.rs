//! The metadata of response-v2: what a reply carries, and what a client reads.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::num::NonZeroU64;
use std::time::Duration;

use envelope_contracts::response_v2::{PAGINATION, TELEMETRY};
use serde::de::{self, Deserializer, Unexpected};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value};

use super::ID;
use crate::json::Document;
use crate::metadata::{RateLimit, Warning, insert_extra};
use crate::read::{Lenient, Parts, ReadError, deserialize_leniently, words};
use crate::request_id::RequestId;

/// The metadata of an envelope, `meta`: what a [`Reply`](super::Reply) carries, and what a client reads.
///
/// ```
/// use envelope_runtime::response_v2::{Meta, Severity};
///
/// let meta: Meta = serde_json::from_str(
///     r#"{"version":"response-v2","warning_details":[{"message":"old","severity":"info"}],"tenant":"acme"}"#,
/// )?;
/// assert_eq!(meta.warning_details[0].severity, Some(Severity::Info));
/// assert_eq!(meta.extras()["tenant"], "acme");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Meta {
    /// The contract: always `response-v2`.
    pub version: Version,
    /// The request id, which connects the envelope to logs and traces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_id: Option<RequestId>,
    /// The messages of the warnings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// The warnings with a code, a severity or facts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warning_details: Vec<Warning>,
    /// Which page the data is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pagination: Option<Pagination>,
    /// The state of the rate limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rate_limit: Option<RateLimit>,
    /// Measurements of the call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub telemetry: Option<Telemetry>,
    /// How complete the data is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content_fidelity: Option<ContentFidelity>,
    /// The version of the content keys: `1.0` if any of them is written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content_fidelity_schema_version: Option<Cow<'static, str>>,
    /// Ids of content that was left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dropped_content_ids: Vec<String>,
    /// Hashes of archived content, by the id of the archive.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub content_archive_hashes: BTreeMap<String, String>,
    #[serde(flatten)]
    pub(super) extra: Map<String, Value>,
}

impl Meta {
    /// The other keys.
    #[must_use]
    pub fn extras(&self) -> &Map<String, Value> {
        &self.extra
    }

    /// Reads the metadata. Only the version is required.
    pub(super) fn of(mut parts: Parts<'_>) -> Result<Self, ReadError> {
        if parts.text("version") != Some(ID) {
            let version = parts.get("version");
            return Err(parts.unexpected("version", r#""response-v2""#, version));
        }
        parts.take_any("version");
        Ok(Self {
            version: Version,
            request_id: parts.take("request_id"),
            warnings: parts.take_or_default("warnings"),
            warning_details: parts.take_or_default("warning_details"),
            pagination: parts.take("pagination"),
            rate_limit: parts.take("rate_limit"),
            telemetry: parts.take("telemetry"),
            content_fidelity: parts.take("content_fidelity"),
            content_fidelity_schema_version: parts.take("content_fidelity_schema_version"),
            dropped_content_ids: parts.take_or_default("dropped_content_ids"),
            content_archive_hashes: parts.take_or_default("content_archive_hashes"),
            extra: parts.into_extra(),
        })
    }

    /// Adds what the call determines: the request id, the duration, and the version of the content keys.
    pub(super) fn complete(&mut self, request_id: Option<&RequestId>, measured_ms: Option<u64>) {
        self.request_id = request_id.cloned();
        self.rate_limit.take_if(|state| state.is_empty());
        if let Some(milliseconds) = measured_ms {
            let telemetry = self.telemetry.get_or_insert_default();
            telemetry.duration_ms.get_or_insert_with(|| milliseconds.into());
        }
        self.telemetry.take_if(|telemetry| telemetry.is_empty());
        let has_fidelity = self.content_fidelity.is_some()
            || !self.dropped_content_ids.is_empty()
            || !self.content_archive_hashes.is_empty();
        if has_fidelity {
            self.content_fidelity_schema_version.get_or_insert(Cow::Borrowed("1.0"));
        }
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

impl<'de> Deserialize<'de> for Meta {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let parts = Parts::of_envelope(Document::deserialize(deserializer)?);
        parts.and_then(Self::of).map_err(de::Error::custom)
    }
}

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
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
#[must_use]
pub struct Pagination {
    /// What a client sends to get the next page. It is opaque to the client.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
    /// Whether there is a next page.
    #[serde(default)]
    pub has_more: bool,
    /// How many items there are on all pages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total_count: Option<u64>,
    /// How many items a page has. Zero is not written.
    #[serde(default, skip_serializing_if = "is_no_size")]
    pub page_size: Option<u64>,
    #[serde(flatten)]
    extra: Map<String, Value>,
}

impl Pagination {
    /// A page that is followed by another, which the client gets with this cursor.
    pub fn next(cursor: impl Into<String>) -> Self {
        Self { cursor: Some(cursor.into()), has_more: true, ..Self::default() }
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

    /// Sets how many items a page has: a `NonZeroU64`, or an `Option` of one, which is what `NonZeroU64::new(20)` gives.
    ///
    /// A page without items does not compile:
    ///
    /// ```compile_fail
    /// # use envelope_runtime::response_v2::Pagination;
    /// let page = Pagination::end().page_size(NonZeroU64::new(0));
    /// ```
    pub fn page_size(mut self, items: impl IntoPageSize) -> Self {
        self.page_size = items.into_page_size().map(NonZeroU64::get);
        self
    }

    /// Adds another key. A value for one of the four keys above is left out.
    pub fn extra(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        insert_extra(&mut self.extra, |key| PAGINATION.has(key), key, value);
        self
    }

    /// The other keys.
    #[must_use]
    pub fn extras(&self) -> &Map<String, Value> {
        &self.extra
    }
}

#[allow(clippy::ref_option, reason = "serde calls it with a reference to the field")]
fn is_no_size(size: &Option<u64>) -> bool {
    size.is_none_or(|items| items == 0)
}

/// The argument of [`Pagination::page_size`]: a `NonZeroU64`, or an `Option` of one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the size of a page",
    label = "can be zero",
    note = "a page has one item or more: pass a `NonZeroU64`, or an `Option` of one, as in `page_size(NonZeroU64::new(20))`"
)]
pub trait IntoPageSize {
    /// How many items a page has.
    fn into_page_size(self) -> Option<NonZeroU64>;
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

impl Lenient for Pagination {
    const EXPECTED: &'static str = "an object";

    fn read(document: Document<'_>) -> Result<Self, Document<'_>> {
        let mut parts = Parts::of(document)?;
        let cursor: Option<String> = parts.take("cursor");
        Ok(Self {
            // A server that leaves it out says with the cursor that there is more.
            has_more: parts.take("has_more").unwrap_or(cursor.is_some()),
            cursor,
            total_count: parts.take("total_count"),
            page_size: parts.take("page_size"),
            extra: parts.into_extra(),
        })
    }
}

/// Measurements of a call: `meta.telemetry`.
///
/// ```
/// use envelope_runtime::response_v2::Telemetry;
///
/// let telemetry = Telemetry::new().duration_ms(45).extra("cache_hit", true);
/// assert_eq!(serde_json::to_string(&telemetry)?, r#"{"duration_ms":45,"cache_hit":true}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
#[must_use]
pub struct Telemetry {
    /// The duration of the call, in milliseconds. A negative number is not written.
    #[serde(default, skip_serializing_if = "is_no_duration")]
    pub duration_ms: Option<Number>,
    #[serde(flatten)]
    extra: Map<String, Value>,
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

    /// Adds another measurement. A value for `duration_ms` is left out: use [`duration_ms`](Self::duration_ms).
    pub fn extra(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        insert_extra(&mut self.extra, |key| TELEMETRY.has(key), key, value);
        self
    }

    fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The other measurements.
    #[must_use]
    pub fn extras(&self) -> &Map<String, Value> {
        &self.extra
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

impl Lenient for Telemetry {
    const EXPECTED: &'static str = "an object";

    fn read(document: Document<'_>) -> Result<Self, Document<'_>> {
        let mut parts = Parts::of(document)?;
        Ok(Self { duration_ms: parts.take("duration_ms"), extra: parts.into_extra() })
    }
}

deserialize_leniently!(Pagination, Telemetry);

/// How complete the data of a tool is: `meta.content_fidelity`.
///
/// | on the wire | meaning | when |
/// |---|---|---|
/// | `full` | everything is included | nothing was left out |
/// | `partial` | the structure is complete, but some content is left out | the response exceeds a soft limit |
/// | `summary` | a condensed form of everything | few tokens are left |
/// | `reference_only` | ids and references without content | hardly any tokens are left |
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ContentFidelity {
    /// `full`: everything is included.
    Full,
    /// `partial`: the structure is complete, but some content is left out.
    Partial,
    /// `summary`: a condensed form of everything.
    Summary,
    /// `reference_only`: ids and references without content.
    ReferenceOnly,
}

words!(ContentFidelity: "a level of completeness");

#[cfg(test)]
mod tests {
    use envelope_contracts::Object;
    use envelope_contracts::response_v2::META;
    use serde_json::json;

    use super::*;

    fn keys(value: &impl Serialize) -> Vec<String> {
        let value = serde_json::to_value(value).unwrap();
        let mut keys: Vec<_> = value.as_object().unwrap().keys().cloned().collect();
        keys.sort_unstable();
        keys
    }

    fn sorted(object: &Object) -> Vec<String> {
        let mut keys: Vec<_> = object.names().map(str::to_owned).collect();
        keys.sort_unstable();
        keys
    }

    /// What is reserved is what is written: an extra key can neither shadow one nor miss one.
    #[test]
    fn the_reserved_keys_are_the_fields() {
        let pagination = Pagination::next("c").total_count(1).page_size(NonZeroU64::MIN);
        let reset_at = "2025-12-04T12:00:00Z";
        let rate_limit = RateLimit::new().limit(1).remaining(1).reset_at(reset_at).retry_after(1);
        let telemetry = Telemetry::new().duration_ms(1);
        assert_eq!(keys(&pagination), sorted(&PAGINATION));
        assert_eq!(keys(&telemetry), sorted(&TELEMETRY));
        let meta: Meta = serde_json::from_value(json!({
            "version": ID,
            "request_id": "r",
            "warnings": ["w"],
            "warning_details": [{"message": "w"}],
            "pagination": pagination,
            "rate_limit": rate_limit,
            "telemetry": telemetry,
            "content_fidelity": "full",
            "content_fidelity_schema_version": "1.0",
            "dropped_content_ids": ["d"],
            "content_archive_hashes": {"a": "h"},
        }))
        .unwrap();
        assert!(meta.extras().is_empty());
        assert_eq!(keys(&meta), sorted(&META));
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
    fn what_is_out_of_range_is_not_written() {
        const MAX_PAGE: &str = r#"{"has_more":false,"page_size":18446744073709551615}"#;

        for (page, expected) in [
            (
                Pagination::end().page_size(NonZeroU64::new(20)),
                r#"{"has_more":false,"page_size":20}"#,
            ),
            (Pagination::end().page_size(NonZeroU64::MAX), MAX_PAGE),
            (Pagination::end().page_size(NonZeroU64::new(0)), r#"{"has_more":false}"#),
            (Pagination { page_size: Some(0), ..Pagination::end() }, r#"{"has_more":false}"#),
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

    #[cfg(feature = "schemars")]
    #[test]
    fn the_schema_has_the_reserved_keys() {
        let schema = crate::schema::envelope::<crate::response_v2::ResponseV2>();
        let meta = &schema["properties"]["meta"]["properties"];
        assert_eq!(keys(meta), sorted(&META));
    }
}
