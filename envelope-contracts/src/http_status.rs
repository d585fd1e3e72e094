//! The HTTP statuses of failures. A macro contains the table, since the runtime also generates code from the rows.

use crate::CODES;

/// Calls a macro with the rows of the statuses: a pattern, the variant of a code, and the statuses as text. The first row whose pattern
/// matches a status decides its code.
#[macro_export]
#[doc(hidden)]
macro_rules! http_statuses {
    ($with:ident) => {
        $with! {
            (401 | 407) Unauthorized "401, 407";
            (402 | 403 | 451) Forbidden "402, 403, 451";
            (404 | 410) NotFound "404, 410";
            (408 | 504) Timeout "408, 504";
            (409 | 412 | 423 | 428) Conflict "409, 412, 423, 428";
            (413) TooLarge "413";
            (429) RateLimitExceeded "429";
            (421 | 425 | 502 | 503) Unavailable "421, 425, 502, 503";
            (400..=499) ValidationError "any other from 400 to 499";
            (501) NotImplemented "501";
            (500..=599) InternalError "any other from 500 to 599";
        }
    };
}

macro_rules! error_type {
    ($(($pattern:pat) $variant:ident $text:literal;)*) => {
        /// The error type of a failed response, by its name on the wire. `None` if the status is not an error.
        #[must_use]
        pub fn error_type(status: u16) -> Option<&'static str> {
            let variant = match status {
                $($pattern => stringify!($variant),)*
                _ => return None,
            };
            CODES.iter().find(|code| code.variant == Some(variant)).map(|code| code.error_type)
        }
    };
}

http_statuses!(error_type);

/// Whether a failure of this error type can have this status: from the status alone, a client has to find the same error type. As an
/// exception, a failure of `feature_flag` can also have the statuses of `authorization`.
#[must_use]
pub fn is_of(status: u16, error_type: &str) -> bool {
    let Some(found) = self::error_type(status) else { return false };
    found == error_type || (error_type == "feature_flag" && found == "authorization")
}

/// Every status that a failure of an error type can have.
pub fn all_of(error_type: &str) -> impl Iterator<Item = u16> {
    (400..=599).filter(move |status| is_of(*status, error_type))
}

/// The phrase that HTTP recommends for a failed response, such as `Not Found`. A status that HTTP does not define gets the phrase of 400 or
/// 500, because clients treat it like 400 or 500.
pub fn phrase(status: u16) -> &'static str {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ERROR_TYPES;

    #[test]
    fn an_error_type_has_its_default_and_others_of_its_kind() {
        for (error_type, statuses) in [
            ("authentication", &[401, 407][..]),
            ("authorization", &[402, 403, 451]),
            ("not_found", &[404, 410]),
            ("conflict", &[409, 412, 423, 428]),
            ("rate_limit", &[429]),
            ("feature_flag", &[402, 403, 451, 501]),
            ("unavailable", &[408, 421, 425, 502, 503, 504]),
        ] {
            assert!(all_of(error_type).eq(statuses.iter().copied()), "{error_type}");
        }
        for status in [0, 200, 399, 600] {
            assert!(ERROR_TYPES.iter().all(|error_type| !is_of(status, error_type.name)));
        }
    }
}
