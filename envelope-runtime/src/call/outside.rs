//! Answers outside of a tool, written by the steps of a call.

use super::outcome::root;
use super::running::call;
use super::steps::{finish, reject, run};
use crate::dialect::{Dialect, Origin, Place, Returned};
use crate::envelope::Envelope;
use crate::error::ToolFailure;
use crate::type_of::type_of;

/// The name and the origin of the tool in an answer outside of a tool.
pub(crate) const UNKNOWN: (&str, &Origin) = (
    "unknown",
    // The path is relative, since `file!()` can give a path of the machine that built it.
    &Origin { file: "envelope-runtime/src/call/outside.rs", package_version: None },
);

/// Envelopes outside of a tool, by every [`Dialect`] with its settings.
///
/// If the contract sends the name of the tool, the name is `unknown`.
pub trait DialectExt: Dialect {
    /// The envelope of a success, with the [current](crate::RequestId::current) request id. Pass plain data, a reference, or a
    /// [`Reply`](crate::dialect::Reply) with metadata.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    ///
    /// use envelope_runtime::DialectExt;
    /// use envelope_runtime::response_v2::{Reply, ResponseV2};
    ///
    /// let open = BTreeMap::from([("open", 3)]);
    /// assert_eq!(
    ///     ResponseV2::default().envelope(&open).as_str(),
    ///     r#"{"success":true,"data":{"open":3},"error":null,"meta":{"version":"response-v2"}}"#
    /// );
    /// let reply = Reply::new(&open).warning("The index is 2 hours old");
    /// assert!(ResponseV2::default().envelope(reply).as_str().contains("2 hours old"));
    /// ```
    ///
    /// If the data does not serialize, the envelope is an `INTERNAL_ERROR`, as in a tool.
    fn envelope<T>(self, data: T) -> Envelope
    where
        Self: Returned<T>,
        Self::Root: Place<<Self as Returned<T>>::Data>,
    {
        let mut running = call(UNKNOWN.0, self);
        running.origin(UNKNOWN.1);
        let outcome = run(&mut running, || Ok::<_, ToolFailure>(data));
        finish(root(&running), &mut running, type_of(), outcome)
    }

    /// The envelope of a failure.
    ///
    /// ```
    /// use envelope_runtime::rfc9457::Rfc9457;
    /// use envelope_runtime::{DialectExt, ToolFailure};
    ///
    /// let problem = Rfc9457::default().types("https://example.com/problems/");
    /// let envelope = problem.fail(ToolFailure::not_found("Route", "/specs"));
    /// assert!(envelope.as_str().starts_with(r#"{"type":"https://example.com/problems/not-found","#));
    /// ```
    ///
    /// For the dialect of the caller, use [`ToolFailure::envelope`].
    fn fail(self, error: impl Into<ToolFailure>) -> Envelope {
        fail(self, UNKNOWN, error.into())
    }
}

impl<D: Dialect> DialectExt for D {}

/// Makes the envelope of a failure, with this tool's name and origin.
pub(crate) fn fail<D: Dialect>(
    dialect: D,
    (name, origin): (&'static str, &'static Origin),
    failure: ToolFailure,
) -> Envelope {
    let mut running = call(name, dialect);
    running.origin(origin);
    reject(running, failure)
}
