//! The nine error types of failures, from their table.

use super::Retry;
use crate::metadata::wire_words;

macro_rules! define {
    ($($variant:ident $name:literal $status:literal $exit_code:literal $retry:ident $sentence:literal;)*) => {
        /// The error type of a failure: `error_type` of the response-v2 contract.
        ///
        /// A caller can handle a failure by its error type, without knowing its code. On the wire, an error type is its name in
        /// `snake_case`:
        ///
        /// ```
        /// use envelope_runtime::{ErrorType, Retry};
        ///
        /// assert_eq!(serde_json::to_string(&ErrorType::NotFound).unwrap(), r#""not_found""#);
        /// assert_eq!(ErrorType::NotFound.http_status(), 404);
        /// assert_eq!(ErrorType::NotFound.exit_code(), 66);
        /// assert_eq!(ErrorType::RateLimit.retry(), Retry::AfterDelay);
        /// ```
        ///
        /// | `error_type` | HTTP | exit code | message by default | retry |
        /// |---|---|---|---|---|
        $(#[doc = concat!("| `", $name, "` | ", $status, " | ", $exit_code, " | ", $sentence, " | [`", stringify!($retry), "`](Retry::", stringify!($retry), ") |")])*
        ///
        /// The message of an `internal` error is hidden from callers, unless `message` or `expose` sends it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum ErrorType {
            $(
                #[doc = concat!("`", $name, "`: ", $sentence, ". HTTP ", $status, ".")]
                $variant,
            )*
        }

        #[allow(clippy::match_same_arms, reason = "the table has a row for each error type")]
        impl ErrorType {
            /// Every error type, in the order of the contract's table.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The name on the wire, such as `not_found`.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// The corresponding HTTP status, such as 404 for `not_found`.
            #[must_use]
            pub const fn http_status(self) -> u16 {
                match self {
                    $(Self::$variant => $status,)*
                }
            }

            /// The exit code of a program that fails with this error type, such as 66 for `not_found`. The code comes from `sysexits.h`, or
            /// is 1. See [`Envelope::exit_code`](crate::Envelope::exit_code).
            #[must_use]
            pub const fn exit_code(self) -> u8 {
                match self {
                    $(Self::$variant => $exit_code,)*
                }
            }

            /// Whether and how to retry after a failure of this error type.
            #[must_use]
            pub const fn retry(self) -> Retry {
                match self {
                    $(Self::$variant => Retry::$retry,)*
                }
            }

            /// The message of a failure whose own message is blank or hidden.
            pub(crate) const fn sentence(self) -> &'static str {
                match self {
                    $(Self::$variant => $sentence,)*
                }
            }
        }
    };
}

envelope_contracts::error_types!(define);

wire_words!(ErrorType, envelope_contracts::ERROR_TYPE_NAMES);
