//! A failure as an entry of `errors`.

use serde_json::Value;

use super::issue::Issue;
use super::{Dotbot, wire};
use crate::dialect::{DialectFacts, Entries};
use crate::error::{ToolError, ToolFailure};
use crate::json;

/// Makes an error of a [`Reply`](super::Reply) for a tool that did part of its work. It equals the `errors[0]` of a tool that
/// fails. The message of an internal error stays hidden, and is not logged. The warnings of the failure are left out: add
/// them to the reply. If a detail cannot be a `serde_json::Value`, such as an integer beyond 64 bits, all details are left
/// out.
///
/// ```
/// use envelope_runtime::ToolFailure;
/// use envelope_runtime::dotbot::Issue;
///
/// assert_eq!(
///     Issue::from(ToolFailure::not_found("Project", "x")),
///     Issue::new("NOT_FOUND", "Project not found: x")
///         .detail("resource_type", "project")
///         .detail("resource_id", "x")
/// );
/// ```
impl From<ToolFailure> for Issue {
    #[inline]
    fn from(failure: ToolFailure) -> Self {
        let failure = failure.checked();
        let report = failure.report();
        let mut issue = Self::new(report.code_in(super::ID), report.message()).path(report.path());
        let mut details = String::new();
        let written =
            Entries::envelope(DialectFacts::of::<Dotbot>(), &mut details, None, |entries| {
                wire::error_details(report, entries);
            });
        // Parsed by `serde_json`, an integer beyond 64 bits would be rounded.
        let details =
            written.and_then(|_| json::transcode(&details, serde_json::value::Serializer));
        if let Ok(Value::Object(details)) = details {
            issue.details = details;
        }
        issue.error_type(report.error_type())
    }
}

/// Turns the [failure](ToolFailure) of a tool's error into an entry of `errors`.
impl<E: ToolError> From<E> for Issue {
    fn from(error: E) -> Self {
        error.failure().into()
    }
}
