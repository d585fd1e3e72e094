//! The envelope of a failure outside of a tool.

use crate::call::outside::UNKNOWN;
use crate::dialect::Dialect;
use crate::envelope::Envelope;
use crate::error::ToolFailure;
use crate::negotiation::AnyDialect;

impl ToolFailure {
    /// The failure as an envelope of the dialect `D` with its default settings, and with the [current](crate::RequestId::current) request
    /// id, for code outside of a tool, such as middleware and fallbacks. In the scope of an [`AnyDialect`](crate::AnyDialect), the envelope
    /// is in that dialect instead. For a dialect with settings, use [`DialectExt::fail`](crate::DialectExt::fail).
    ///
    /// In a dialect that names the tool of a call, the name is `unknown`.
    ///
    /// ```
    /// use envelope_runtime::response_v2::ResponseV2;
    /// use envelope_runtime::{RequestId, ToolFailure};
    ///
    /// let envelope = RequestId::new("req_1")
    ///     .sync_scope(|| ToolFailure::not_found("Model", "small").envelope::<ResponseV2>());
    ///
    /// assert_eq!(envelope.error_code(), Some("NOT_FOUND"));
    /// assert_eq!(envelope.to_value()?["meta"]["request_id"], "req_1");
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    ///
    /// A [`ToolError`](crate::ToolError) converts into a failure first: `ToolFailure::from(error).envelope::<D>()`.
    pub fn envelope<D: Dialect>(self) -> Envelope {
        AnyDialect::fail_in::<D>(UNKNOWN, self)
    }
}
