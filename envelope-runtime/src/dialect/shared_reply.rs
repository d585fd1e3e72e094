//! Data with metadata that several dialects support.

use super::{Dialect, Returned};
use crate::metadata::{ErrorWarnings, RateLimit, Warnings};
use crate::page::NextPage;

/// Data with metadata for a tool with several dialects: `M` is [`Warnings`], a [`RateLimit`], or both, as a tuple.
///
/// Every dialect of the tool has to carry the metadata in a success, or the tool does not compile:
///
/// | dialect | `Warnings` | `RateLimit` |
/// |---|---|---|
/// | response-v2 | `meta.warnings`, `meta.warning_details` | `meta.rate_limit` |
/// | dotbot | entries of `warnings` | |
/// | MCP | `_meta.warnings` | `_meta.rate_limit` |
/// | Code Scalpel, RFC 9457 | | |
///
/// ```
/// use envelope_runtime::mcp_2025_11_25::Mcp;
/// use envelope_runtime::{AnyDialect, SharedReply, ToolFailure, Warnings, envelope_tool};
///
/// #[envelope_tool(dialects("response-v2", "mcp-2025-11-25"), data = "hits")]
/// fn search() -> Result<SharedReply<Vec<u8>, Warnings>, ToolFailure> {
///     Ok(SharedReply::new(vec![7]).warning("The index is 2 hours old"))
/// }
///
/// assert!(search().as_str().contains(r#""warnings":["The index is 2 hours old"]"#));
/// assert!(AnyDialect::of::<Mcp>().sync_scope(|| search()).as_str().contains(
///     r#""_meta":{"warnings":[{"message":"The index is 2 hours old"}]}"#
/// ));
/// ```
///
/// The data can be a [`Page`](crate::Page). A custom dialect implements [`Carries`](crate::dialect::Carries).
#[must_use]
#[derive(Clone, Debug)]
pub struct SharedReply<T, M> {
    data: T,
    meta: M,
}

impl<T, M: Default> SharedReply<T, M> {
    /// A reply without metadata.
    pub fn new(data: T) -> Self {
        Self { data, meta: M::default() }
    }
}

impl<T, M> SharedReply<T, M> {
    /// Adds a warning, or several: a message, a [`Warning`](crate::Warning), or a list of either.
    #[allow(clippy::needless_pass_by_value, reason = "the builders take what they are given")]
    pub fn warning(mut self, warnings: impl ErrorWarnings) -> Self
    where
        M: Has<Warnings>,
    {
        warnings.add_to(self.meta.part());
        self
    }

    /// Sets the state of the rate limit. [`RateLimit`] has an example.
    pub fn rate_limit(mut self, rate_limit: RateLimit) -> Self
    where
        M: Has<RateLimit>,
    {
        *self.meta.part() = rate_limit;
        self
    }
}

/// Metadata that contains a `P`.
#[diagnostic::on_unimplemented(
    message = "this reply has no `{P}`, since its type does not declare it",
    label = "metadata that is not declared",
    note = "declare all of the metadata in the return type: `SharedReply<…, (Warnings, RateLimit)>`"
)]
pub trait Has<P> {
    /// Returns this part of the metadata.
    #[doc(hidden)]
    fn part(&mut self) -> &mut P;
}

#[diagnostic::do_not_recommend]
impl<P> Has<P> for P {
    fn part(&mut self) -> &mut P {
        self
    }
}

#[diagnostic::do_not_recommend]
impl Has<Warnings> for (Warnings, RateLimit) {
    fn part(&mut self) -> &mut Warnings {
        &mut self.0
    }
}

#[diagnostic::do_not_recommend]
impl Has<RateLimit> for (Warnings, RateLimit) {
    fn part(&mut self) -> &mut RateLimit {
        &mut self.1
    }
}

/// A dialect whose successes carry the metadata `M` of a [`SharedReply`]: [`Warnings`], or a [`RateLimit`].
#[diagnostic::on_unimplemented(
    message = "a success of `{Self}` cannot carry `{M}`",
    label = "the contract does not have this metadata",
    note = "return the data without it, or implement `envelope_runtime::dialect::Carries` for a dialect of your own"
)]
pub trait Carries<M>: Dialect {
    /// Adds the metadata to the dialect's own.
    fn carry(meta: &mut Self::Meta, shared: M);
}

#[diagnostic::do_not_recommend]
impl<D: Carries<Warnings> + Carries<RateLimit>> Carries<(Warnings, RateLimit)> for D {
    fn carry(meta: &mut D::Meta, (warnings, rate_limit): (Warnings, RateLimit)) {
        D::carry(meta, warnings);
        D::carry(meta, rate_limit);
    }
}

impl<T, M: Default, D: Returned<T> + Carries<M>> Returned<SharedReply<T, M>> for D {
    type Data = D::Data;

    #[inline]
    fn data(reply: &SharedReply<T, M>) -> &D::Data {
        D::data(&reply.data)
    }

    fn take_meta(&mut self, reply: &mut SharedReply<T, M>) -> D::Meta {
        let mut meta = self.take_meta(&mut reply.data);
        D::carry(&mut meta, std::mem::take(&mut reply.meta));
        meta
    }

    fn take_page(reply: &mut SharedReply<T, M>) -> Option<NextPage> {
        D::take_page(&mut reply.data)
    }
}
