//! The title of a problem, which is the same for each problem of a type.

use std::borrow::Cow;

/// The title: the code in words, or, for a problem that is no more than its status, the phrase of the status.
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

/// The phrase that HTTP recommends for a failure's status. Any other status gets the phrase of the first status of its class, since a client
/// treats it like that one.
#[inline]
pub(super) fn phrase(status: u16) -> &'static str {
    match status {
        401 => "Unauthorized",
        402 => "Payment Required",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        406 => "Not Acceptable",
        407 => "Proxy Authentication Required",
        408 => "Request Timeout",
        409 => "Conflict",
        410 => "Gone",
        411 => "Length Required",
        412 => "Precondition Failed",
        413 => "Content Too Large",
        414 => "URI Too Long",
        415 => "Unsupported Media Type",
        416 => "Range Not Satisfiable",
        417 => "Expectation Failed",
        421 => "Misdirected Request",
        422 => "Unprocessable Content",
        423 => "Locked",
        424 => "Failed Dependency",
        425 => "Too Early",
        426 => "Upgrade Required",
        428 => "Precondition Required",
        429 => "Too Many Requests",
        431 => "Request Header Fields Too Large",
        451 => "Unavailable For Legal Reasons",
        501 => "Not Implemented",
        502 => "Bad Gateway",
        503 => "Service Unavailable",
        504 => "Gateway Timeout",
        505 => "HTTP Version Not Supported",
        506 => "Variant Also Negotiates",
        507 => "Insufficient Storage",
        508 => "Loop Detected",
        511 => "Network Authentication Required",
        ..=499 => "Bad Request",
        _ => "Internal Server Error",
    }
}

#[cfg(all(test, feature = "http"))]
mod tests {
    use http::StatusCode;

    use super::phrase;

    #[test]
    fn the_phrases_are_those_of_http() {
        for status in 400..=599 {
            let expected = match (status, StatusCode::from_u16(status).unwrap().canonical_reason())
            {
                // The names in RFC 9110.
                (413, _) => "Content Too Large",
                (422, _) => "Unprocessable Content",
                // Reserved, and obsolete.
                (418 | 510, _) | (_, None) if status < 500 => "Bad Request",
                (418 | 510, _) | (_, None) => "Internal Server Error",
                (_, Some(phrase)) => phrase,
            };
            assert_eq!(phrase(status), expected, "{status}");
        }
    }
}
