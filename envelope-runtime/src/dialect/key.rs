//! The keys of entries.

use crate::json::push_string;

/// The key of an entry: a `&str`, or a constant that [`key!`](super::key!) quotes when compiling.
#[derive(Clone, Copy, Debug)]
pub struct Key<'a>(Form<'a>);

#[derive(Clone, Copy, Debug)]
enum Form<'a> {
    Plain(&'a str),
    /// With a comma, quotation marks and the colon.
    Quoted(&'static str),
}

impl Key<'static> {
    /// For the macro, which evaluates it when compiling.
    #[doc(hidden)]
    #[must_use]
    pub const fn quoted(key: &'static str, quoted: &'static str) -> Self {
        let bytes = key.as_bytes();
        let mut rest = bytes;
        while let [first, others @ ..] = rest {
            assert!(
                *first >= b' ' && *first != b'"' && *first != b'\\',
                "a key with characters to escape is written as a `&str`"
            );
            rest = others;
        }
        Self(Form::Quoted(quoted))
    }
}

impl Key<'_> {
    /// Appends the key, after a brace or a comma.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "a constant key is copied faster")]
    pub(super) fn push_to(self, text: &mut String, is_first: bool) {
        match self.0 {
            Form::Quoted(key) if is_first => {
                text.push('{');
                text.push_str(key.get(1..).unwrap_or_default());
            }
            Form::Quoted(key) => text.push_str(key),
            Form::Plain(key) => {
                text.push(if is_first { '{' } else { ',' });
                push_string(text, key);
                text.push(':');
            }
        }
    }
}

impl<'a> From<&'a str> for Key<'a> {
    #[inline]
    fn from(key: &'a str) -> Self {
        Self(Form::Plain(key))
    }
}

/// A [`Key`](crate::dialect::Key) that is quoted when compiling, so that it is written in one piece: `key!("data")`.
///
/// ```
/// use envelope_runtime::dialect::{Entries, key};
///
/// fn head(envelope: &mut Entries<'_>) {
///     envelope.string(key!("format"), "acme");
/// }
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! __key {
    ($key:literal) => {
        const { $crate::dialect::Key::quoted($key, ::core::concat!(",\"", $key, "\":")) }
    };
}
