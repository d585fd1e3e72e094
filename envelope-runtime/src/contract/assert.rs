//! The assertion for tests.

use super::check::{Checked, check, check_as};
use crate::check::Violations;
use crate::text::truncate;

/// Asserts that an envelope follows its contract: anything that is `AsRef<str>`, such as an [`Envelope`](crate::Envelope), a
/// `String` or a `&str`. With an id before it, it has to be an envelope of that contract. It needs the feature `read`.
///
/// ```
/// use envelope_runtime::{ToolFailure, assert_contract, envelope_tool};
///
/// #[envelope_tool(dialect = "response-v2")]
/// fn ping() -> Result<(), ToolFailure> {
///     Ok(())
/// }
///
/// assert_contract!(ping());
/// assert_contract!("response-v2", ping());
/// ```
///
/// Warnings are not listed: use [`contract::check`](crate::contract::check) for them.
///
/// # Panics
///
/// With the list of violations, if there are any.
///
/// ```should_panic
/// # use envelope_runtime::assert_contract;
/// assert_contract!(r#"{"success":true,"data":{},"error":"none","meta":{"version":"response-v2"}}"#);
/// ```
#[macro_export]
macro_rules! assert_contract {
    ($envelope:expr $(,)?) => {
        $crate::contract::assert_any_contract(&$envelope)
    };
    ($dialect:expr, $envelope:expr $(,)?) => {
        $crate::contract::assert_contract($dialect, &$envelope)
    };
}

#[doc(hidden)]
#[track_caller]
pub fn assert_any_contract<E: AsRef<str> + ?Sized>(envelope: &E) {
    assert_follows(check(envelope.as_ref()), envelope.as_ref());
}

#[doc(hidden)]
#[track_caller]
pub fn assert_contract<E: AsRef<str> + ?Sized>(dialect: &str, envelope: &E) {
    assert_follows(check_as(dialect, envelope.as_ref()), envelope.as_ref());
}

#[track_caller]
#[allow(clippy::panic, reason = "it is an assertion")]
fn assert_follows(checked: Result<Checked, Violations>, envelope: &str) {
    const MAX_CHARS: usize = 2_000;

    if let Err(violations) = checked {
        panic!("{violations}\nin {}", truncate(envelope, MAX_CHARS));
    }
}
