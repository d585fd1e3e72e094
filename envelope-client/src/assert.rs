//! The assertion for tests.

use std::fmt::Arguments;

use envelope_contracts::format::truncate;

use crate::check::{check, check_as};

/// Asserts that an envelope follows its contract. The envelope can be any `AsRef<str>`, such as an `Envelope`, a `String` or a `&str`. An
/// optional id before the envelope names the required contract. An optional message after the envelope, as in `format!`, appears in the
/// panic.
///
/// ```
/// use envelope_client::assert_contract;
/// use envelope_runtime::{ToolFailure, envelope_tool};
///
/// #[envelope_tool(dialect = "response-v2")]
/// fn ping() -> Result<(), ToolFailure> {
///     Ok(())
/// }
///
/// assert_contract!(ping());
/// assert_contract!("response-v2", ping());
/// assert_contract!("response-v2", ping(), "the answer of {}", "ping");
/// ```
///
/// Warnings are not listed: use [`check`](crate::check()) for them.
///
/// # Panics
///
/// If the envelope violates the contract, with the list of violations.
///
/// ```should_panic
/// # use envelope_client::assert_contract;
/// assert_contract!(r#"{"success":true,"data":{},"error":"none","meta":{"version":"response-v2"}}"#);
/// ```
#[macro_export]
macro_rules! assert_contract {
    ($envelope:expr $(,)?) => {
        $crate::assert::assert_contract(::core::option::Option::None, &$envelope, ::core::format_args!(""))
    };
    ($dialect:literal, $envelope:expr $(,)?) => {
        $crate::assert_contract!($dialect, $envelope, "")
    };
    ($dialect:literal, $envelope:expr, $($message:tt)+) => {{
        const _: () = ::core::assert!(
            $crate::assert::is_known($dialect),
            "there is no such contract; expected `response-v2`, `dotbot-mcp-response@1`, `mcp-2025-11-25`, `mcp-2026-07-28`, `code-scalpel-v1` or `rfc9457`"
        );
        $crate::assert::assert_contract(::core::option::Option::Some($dialect), &$envelope, ::core::format_args!($($message)+))
    }};
    ($envelope:expr, $message:literal $($arguments:tt)*) => {{
        const _: () = ::core::assert!(
            !$crate::assert::is_known($message),
            ::core::concat!("the id of the contract is before the envelope: `assert_contract!(", ::core::stringify!($message), ", …)`")
        );
        $crate::assert::assert_contract(::core::option::Option::None, &$envelope, ::core::format_args!($message $($arguments)*))
    }};
    ($dialect:expr, $envelope:expr $(,)?) => {
        $crate::assert::assert_contract(::core::option::Option::Some($dialect), &$envelope, ::core::format_args!(""))
    };
}

/// Whether this is the id of a contract.
#[doc(hidden)]
pub const fn is_known(id: &str) -> bool {
    let mut rest = envelope_contracts::CONTRACTS;
    while let [contract, others @ ..] = rest {
        if is_same(contract.id.as_bytes(), id.as_bytes()) {
            return true;
        }
        rest = others;
    }
    false
}

const fn is_same(one: &[u8], other: &[u8]) -> bool {
    match (one, other) {
        ([], []) => true,
        ([first, one @ ..], [second, other @ ..]) => *first == *second && is_same(one, other),
        _ => false,
    }
}

/// A type that contains the text of an envelope.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the text of an envelope",
    label = "neither an `Envelope` nor text",
    note = "give the text, for example with `.to_string()`"
)]
pub trait EnvelopeText {
    /// The text.
    fn text(&self) -> &str;
}

#[diagnostic::do_not_recommend]
impl<T: AsRef<str> + ?Sized> EnvelopeText for T {
    fn text(&self) -> &str {
        self.as_ref()
    }
}

#[doc(hidden)]
#[track_caller]
#[allow(clippy::panic, reason = "it is an assertion")]
pub fn assert_contract<E: EnvelopeText + ?Sized>(
    dialect: Option<&str>,
    envelope: &E,
    message: Arguments<'_>,
) {
    const MAX_CHARS: usize = 2_000;

    let text = envelope.text();
    let checked = match dialect {
        Some(dialect) => check_as(dialect, text),
        None => check(text),
    };
    if let Err(violations) = checked {
        let message = message.to_string();
        let end = if message.is_empty() { "" } else { "\n" };
        panic!("{message}{end}{violations}\nin {}", truncate(text, MAX_CHARS));
    }
}
