//! Lists of warnings, which write the message of a detailed warning once.

use std::borrow::{Borrow, Cow};
use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use super::{Warning, WarningCode};
use crate::text::is_blank;

/// The warnings of a success or a failure.
///
/// A dialect reads the [`messages`](Self::messages) and the [`details`](Self::details) separately, as response-v2 writes them, or each
/// warning with [`iter`](Self::iter).
#[derive(Clone, Debug, Default)]
pub struct Warnings {
    /// The message of a detailed warning can be here several times: `messages()` removes the repetitions.
    messages: Vec<String>,
    details: Vec<Warning>,
}

/// Warnings are equal if their messages and details are equal.
impl PartialEq for Warnings {
    fn eq(&self, other: &Self) -> bool {
        self.details == other.details && self.messages() == other.messages()
    }
}

impl Warnings {
    /// No warnings.
    #[must_use]
    pub const fn new() -> Self {
        Self { messages: Vec::new(), details: Vec::new() }
    }

    /// Adds a warning with only a message. A blank message is ignored.
    pub fn push(&mut self, message: impl Into<String>) {
        let message = message.into();
        if !is_blank(&message) {
            self.messages.push(message);
        }
    }

    /// Adds a warning with a code, a severity or facts. Its code replaces a blank message.
    pub fn push_detail(&mut self, mut warning: Warning) {
        if is_blank(&warning.message) {
            let code = warning.code.as_ref().map_or("WARNING", WarningCode::as_str);
            code.clone_into(&mut warning.message);
        }
        if warning.mirrored {
            self.messages.push(warning.message.clone());
        }
        self.details.push(warning);
    }

    /// Adds other warnings.
    pub(crate) fn extend(&mut self, others: Self) {
        self.messages.extend(others.messages);
        self.details.extend(others.details);
    }

    /// Whether there are no warnings.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.messages.is_empty() && self.details.is_empty()
    }

    /// The messages. The message of each of the [`details`](Self::details) is included once, unless the warning is [details
    /// only](Warning::details_only).
    #[must_use]
    pub fn messages(&self) -> Vec<&str> {
        let mirrored = self.details.iter().filter(|warning| warning.mirrored);
        let mut is_first = is_first_of::<_, str>(mirrored.map(|warning| warning.message.as_str()));
        self.messages.iter().map(String::as_str).filter(|message| is_first(message)).collect()
    }

    /// The warnings with a code, a severity or facts.
    pub fn details(&self) -> &[Warning] {
        &self.details
    }

    /// Each warning once. A warning with only a message has no code and no severity.
    pub fn iter(&self) -> impl Iterator<Item = Cow<'_, Warning>> {
        let detailed = self.details.iter().map(|warning| warning.message.as_str());
        let detailed: HashSet<_> = detailed.collect();
        let messages =
            self.messages.iter().filter(move |message| !detailed.contains(message.as_str()));
        let details = self.details.iter().map(Cow::Borrowed);
        messages.map(|message| Cow::Owned(Warning::uncoded(message))).chain(details)
    }
}

/// Returns a function that is false for each of these messages from the second time on. Comparing each message with all others would take
/// quadratic time.
fn is_first_of<M: Eq + Hash + Borrow<Q>, Q: Eq + Hash + ?Sized>(
    messages: impl Iterator<Item = M>,
) -> impl FnMut(&Q) -> bool {
    let mut unseen: HashMap<_, _> = messages.map(|message| (message, true)).collect();
    move |message| unseen.get_mut(message).is_none_or(std::mem::take)
}

/// The type of a field with `#[tool_error(warnings)]`, and of the argument of [`ToolFailure::warning`](crate::ToolFailure::warning): a
/// message, a [`Warning`], or an `Option`, a slice or a `Vec` of either.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the warnings of an error",
    label = "neither text nor a `Warning`",
    note = "mark a `String`, an `envelope_runtime::Warning`, or an `Option` or a `Vec` of either"
)]
pub trait ErrorWarnings {
    /// Adds the warnings to the failure's.
    fn add_to(&self, warnings: &mut Warnings);
}

impl ErrorWarnings for str {
    fn add_to(&self, warnings: &mut Warnings) {
        warnings.push(self);
    }
}

impl ErrorWarnings for String {
    fn add_to(&self, warnings: &mut Warnings) {
        warnings.push(self);
    }
}

impl ErrorWarnings for Warning {
    fn add_to(&self, warnings: &mut Warnings) {
        warnings.push_detail(self.clone());
    }
}

impl<T: ErrorWarnings> ErrorWarnings for [T] {
    fn add_to(&self, warnings: &mut Warnings) {
        for warning in self {
            warning.add_to(warnings);
        }
    }
}

impl<T: ErrorWarnings, const N: usize> ErrorWarnings for [T; N] {
    fn add_to(&self, warnings: &mut Warnings) {
        self.as_slice().add_to(warnings);
    }
}

impl<T: ErrorWarnings> ErrorWarnings for Vec<T> {
    fn add_to(&self, warnings: &mut Warnings) {
        self.as_slice().add_to(warnings);
    }
}

impl<T: ErrorWarnings> ErrorWarnings for Option<T> {
    fn add_to(&self, warnings: &mut Warnings) {
        self.as_slice().add_to(warnings);
    }
}

impl<T: ErrorWarnings + ?Sized> ErrorWarnings for &T {
    fn add_to(&self, warnings: &mut Warnings) {
        (**self).add_to(warnings);
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// Covers a message alone, a warning in both lists, and a warning in the details only.
    #[test]
    fn the_message_of_a_detailed_warning_is_there_once() {
        let mut warnings = Warnings::new();
        for message in ["alone", "both", "alone", " "] {
            warnings.push(message);
        }
        warnings.push_detail(Warning::uncoded("both"));
        warnings.push_detail(Warning::uncoded("details").details_only());
        for message in ["both", "details", "last"] {
            warnings.push(message);
        }
        warnings.push_detail(Warning::new(WarningCode::StaleCache, " "));
        let expected = ["alone", "both", "alone", "details", "last", "STALE_CACHE"];
        assert_eq!(warnings.messages(), expected);
        let once: Vec<_> = warnings.iter().map(|warning| warning.message.clone()).collect();
        assert_eq!(once, ["alone", "alone", "last", "both", "details", "STALE_CACHE"]);

        for message in ["both", "alone", "both"] {
            warnings.push(message);
        }
        let expected = ["alone", "both", "alone", "details", "last", "STALE_CACHE", "alone"];
        assert_eq!(warnings.messages(), expected);
    }

    #[test]
    fn each_message_is_compared_a_few_times() {
        thread_local! {
            static COMPARISONS: Cell<u32> = const { Cell::new(0) };
        }

        #[derive(Eq)]
        struct Counted(u32);

        impl PartialEq for Counted {
            fn eq(&self, other: &Self) -> bool {
                COMPARISONS.set(COMPARISONS.get() + 1);
                self.0 == other.0
            }
        }

        impl Hash for Counted {
            fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
                self.0.hash(state);
            }
        }

        const MESSAGES: u32 = 10_000;
        let mut is_first = is_first_of::<_, Counted>((0..MESSAGES).map(Counted));
        for repetition in 0..3 {
            for message in 0..2 * MESSAGES {
                let is_new = is_first(&Counted(message));
                assert_eq!(is_new, repetition == 0 || message >= MESSAGES);
            }
        }
        assert!(COMPARISONS.get() < 6 * MESSAGES, "{}", COMPARISONS.get());
    }

    #[test]
    fn repetitions_do_not_make_warnings_differ() {
        let pushed = |times: usize| {
            let mut warnings = Warnings::new();
            warnings.push_detail(Warning::uncoded("a"));
            (0..times).for_each(|_| warnings.push("a"));
            warnings
        };
        assert_eq!(pushed(0), pushed(3));
        assert_ne!(pushed(0), Warnings::new());
    }
}
