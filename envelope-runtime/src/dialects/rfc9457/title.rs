//! The title of a problem, which is the same for each problem of a type.

use std::borrow::Cow;

use envelope_contracts::http_status::phrase;

/// The title: the code in words, or, for a problem of the type `about:blank`, the phrase of the status.
#[inline]
pub(super) fn title(is_blank: bool, status: u16, code: &str) -> Cow<'static, str> {
    if is_blank { phrase(status).into() } else { words(code).into() }
}

/// `SPEC_NOT_FOUND` is `Spec not found`.
#[inline]
fn words(code: &str) -> String {
    let mut words = code.to_ascii_lowercase().replace('_', " ");
    if let Some(first) = words.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    words
}

#[cfg(all(test, feature = "http1"))]
mod tests {
    use http::StatusCode;

    use envelope_contracts::http_status::phrase;

    #[test]
    fn the_phrases_are_those_of_http() {
        for status in 400..=599 {
            let expected = match (status, StatusCode::from_u16(status).unwrap().canonical_reason())
            {
                // The names in RFC 9110.
                (413, _) => "Content Too Large",
                (422, _) => "Unprocessable Content",
                // 418 is reserved, and 510 is obsolete.
                (418 | 510, _) | (_, None) if status < 500 => "Bad Request",
                (418 | 510, _) | (_, None) => "Internal Server Error",
                (_, Some(phrase)) => phrase,
            };
            assert_eq!(phrase(status), expected, "{status}");
        }
    }
}
