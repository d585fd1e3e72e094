//! Answers outside of a tool, by the same steps.

use super::outcome::root;
use super::running::call;
use super::steps::{finish, reject, run};
use crate::dialect::{Dialect, Origin, Place, Returned};
use crate::envelope::Envelope;
use crate::error::ToolFailure;
use crate::type_of::type_of;

/// The name of the tool in an answer that no tool gives.
pub(crate) const UNKNOWN: (&str, &Origin) = (
    "unknown",
    // The path is relative, since `file!()` can give a path of the machine that built it.
    &Origin { file: "envelope-runtime/src/call/outside.rs", package_version: None },
);

/// Answers with data.
pub(crate) fn succeed<D, T>(dialect: D, data: T) -> Envelope
where
    D: Returned<T>,
    D::Root: Place<D::Data>,
{
    let mut running = call(UNKNOWN.0, dialect);
    running.origin(UNKNOWN.1);
    let outcome = run(&mut running, || Ok::<_, ToolFailure>(data));
    finish(root(&running), &mut running, type_of(), outcome)
}

/// Answers with a failure, in the name of this tool.
pub(crate) fn fail<D: Dialect>(
    dialect: D,
    (name, origin): (&'static str, &'static Origin),
    failure: ToolFailure,
) -> Envelope {
    let mut running = call(name, dialect);
    running.origin(origin);
    reject(running, failure)
}
