//! Data with the metadata of response-v2.

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
    /// Data without metadata.
    pub fn new(data: T) -> Self {
        Self::from_parts(data, None)
    }

    fn with(self, change: impl FnOnce(&mut Meta)) -> Self {
        self.with_meta(|meta| change(meta.get_or_insert_default()))
    }

    /// The id of the request, instead of the tool's setting and of the ambient one.
    pub fn request_id(self, id: impl IntoRequestId) -> Self {
        self.with(|meta| meta.request_id = id.into_request_id())
    }

    /// Something that went wrong without making the call fail: one more entry of `warnings`.
    pub fn warning(self, message: impl Into<String>) -> Self {
        self.with(|meta| push_message(&mut meta.warnings, &meta.warning_details, message.into()))
    }

    /// The same with code, severity and context: one more entry of `warning_details`. Its message goes into `warnings`
    /// as well, once, for clients that read only those.
    pub fn warning_detail(self, warning: Warning) -> Self {
        self.with(|meta| push_detail(&mut meta.warnings, &mut meta.warning_details, warning))
    }

    /// The page that the data are.
    pub fn pagination(self, pagination: Pagination) -> Self {
        self.with(|meta| meta.pagination = Some(pagination))
    }

    /// The state of the rate limit.
    pub fn rate_limit(self, rate_limit: RateLimit) -> Self {
        self.with(|meta| meta.rate_limit = Some(rate_limit))
    }

    /// Measurements of the call.
    pub fn telemetry(self, telemetry: Telemetry) -> Self {
        self.with(|meta| meta.telemetry = Some(telemetry))
    }

    /// How complete the data are: `content_fidelity`, with its schema version.
    pub fn content_fidelity(self, fidelity: ContentFidelity) -> Self {
        self.with(|meta| meta.content_fidelity = Some(fidelity))
    }

    /// Ids of content that was left out for its size: more entries of `dropped_content_ids`.
    pub fn dropped_content_ids<I: Into<String>>(self, ids: impl IntoIterator<Item = I>) -> Self {
        self.with(|meta| {
            meta.dropped_content_ids.extend(ids.into_iter().map(Into::into));
        })
    }

    /// The hash of archived content that was left out: one more entry of `content_archive_hashes`, by the id of the archive, with
    /// a hash such as `sha256:…`.
    pub fn content_archive_hash(self, id: impl Into<String>, hash: impl Into<String>) -> Self {
        self.with(|meta| {
            meta.content_archive_hashes.insert(id.into(), hash.into());
        })
    }

    /// An extra key in `meta`. The contract's keys keep their meaning: a value for one of them is left out.
    pub fn extra_meta(self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.with(|meta| insert_extra(&mut meta.extra, &Meta::RESERVED, key, value))
    }
}
