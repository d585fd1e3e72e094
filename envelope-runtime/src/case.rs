//! The case of codes.

use std::borrow::Cow;

use envelope_contracts::format::{is_screaming_snake_case, to_screaming_snake_case};

/// Converts a code to `SCREAMING_SNAKE_CASE`: `A` to `Z`, digits and underscores, with a letter at the start.
pub(crate) fn screaming_snake_case(code: Cow<'_, str>) -> Cow<'_, str> {
    if is_screaming_snake_case(&code) { code } else { to_screaming_snake_case(&code).into() }
}
