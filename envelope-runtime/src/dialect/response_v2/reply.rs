//! Data with the metadata of response-v2.

use envelope_contracts::response_v2::META;
use serde_json::Value;

use super::meta::{ContentFidelity, Meta, Pagination, Telemetry};
use super::{RateLimit, ResponseV2, Warning};
use crate::metadata::{insert_extra, push_detail, push_message};
use crate::request_id::IntoRequestId;

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
pub type Reply<T> = crate::reply::Reply<T, ResponseV2>;

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
        self.with(|meta| push_message(&mut meta.warnings, &meta.warning_details, message.into()))
    }

    /// Adds a warning with a code, a severity or facts: an entry of `meta.warning_details`. Its message is also an entry of
    /// `meta.warnings`, for clients that read only those, unless it is [details only](Warning::details_only).
    pub fn warning_detail(self, warning: Warning) -> Self {
        self.with(|meta| push_detail(&mut meta.warnings, &mut meta.warning_details, warning))
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

    /// Adds ids of content that was left out because of its size: `meta.dropped_content_ids`.
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
