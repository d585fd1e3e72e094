//! The members of a problem as another server sent it. The failure has them as metadata, so that a tool of this dialect sends them again,
//! and a tool of any other dialect does not lose them.

use super::ID;
use crate::error::{ErrorReport, FieldValue};

/// The type, the title and the instance, in the metadata of a failure.
const KEYS: [&str; 3] = ["problem_type", "problem_title", "problem_instance"];

/// The members that have to be sent again. None of them is there if it has the value that this crate gives it.
#[derive(Clone, Copy, Default)]
pub(super) struct SentMembers<'a> {
    pub(super) problem_type: Option<FieldValue<'a>>,
    pub(super) title: Option<FieldValue<'a>>,
    pub(super) instance: Option<FieldValue<'a>>,
}

impl<'a> SentMembers<'a> {
    /// The members of a failure that was read in this dialect, and has kept its code.
    #[inline]
    pub(super) fn of(error: &'a ErrorReport) -> Option<Self> {
        let is_as_sent = error.sent_code(ID).is_some() || error.is_uncoded(ID);
        let [problem_type, title, instance] = KEYS.map(|key| error.meta().get(key));
        is_as_sent.then_some(Self { problem_type, title, instance })
    }

    /// The keys of the metadata that are members instead.
    pub(super) const KEYS: &'static [&'static str] = &KEYS;
}

/// Adds the members to the metadata of a failure.
#[cfg(feature = "read")]
pub(super) fn keep(
    failure: crate::error::ToolFailure,
    members: [Option<&str>; 3],
) -> crate::error::ToolFailure {
    let members = KEYS.into_iter().zip(members);
    members.fold(failure, |failure, (key, member)| match member {
        Some(member) => failure.meta(key, member),
        None => failure,
    })
}
