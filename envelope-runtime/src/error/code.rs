//! The general error codes, and the error types of all standard codes.

use envelope_contracts::Code;
use envelope_contracts::response_v2::CONTRACT;

use super::ErrorType;
use crate::metadata::wire_words;

/// The contract that [fixes the error types](ErrorCode::fixed_error_type) of its codes.
pub(super) const FIXES_ERROR_TYPES: &str = CONTRACT.id;

macro_rules! define {
    (
        $($source:literal {
            $($variant:ident $name:literal $error_type:ident $meaning:literal $action:literal;)*
        })*
        applications { $($application:literal { $($own_type:ident $($own:literal)*;)* })* }
    ) => {
        /// The general error codes, each with its error type: `error_code` of the response-v2 contract.
        ///
        /// On the wire it is the name in `SCREAMING_SNAKE_CASE`, which [`FromStr`](std::str::FromStr) and `Deserialize` read:
        ///
        /// ```
        /// use envelope_runtime::{ErrorCode, ErrorType};
        ///
        /// assert_eq!(serde_json::to_string(&ErrorCode::NotFound).unwrap(), r#""NOT_FOUND""#);
        /// assert_eq!(ErrorCode::NotFound.error_type(), ErrorType::NotFound);
        /// assert_eq!("NOT_FOUND".parse(), Ok(ErrorCode::NotFound));
        /// ```
        ///
        /// **[`ALL`](Self::ALL) contains every code that this crate itself sends**: for wrong arguments, a timeout, a result that is too
        /// large, an unknown route, and the errors of io and of other crates. So a format with its own codes has to map these codes,
        /// besides yours. A code has the HTTP status and the retry advice of its [error type](ErrorType), except for the [four
        /// statuses](crate::Status::http_status) of single codes:
        ///
        /// ```
        /// use envelope_runtime::{ErrorCode, Status};
        ///
        /// for code in ErrorCode::ALL {
        ///     let status = Status::failure(code.as_str(), code.error_type());
        ///     println!("{code}: {}, {:?}", status.http_status(), status.retry());
        /// }
        /// ```
        ///
        /// The next step in the table is for you: envelopes do not contain it unless you write it.
        ///
        /// | code | error type | meaning | next step of the caller | source |
        /// |---|---|---|---|---|
        $($(#[doc = concat!("| `", $name, "` | [`", stringify!($error_type), "`](ErrorType::", stringify!($error_type), ") | ", $meaning, " | ", $action, " | ", $source, " |")])*)*
        ///
        /// # Codes by their text
        ///
        /// `code = "…"` in `#[tool_error]`, [`ToolFailure::code`](crate::ToolFailure::code) and
        /// [`ToolFailure::custom`](crate::ToolFailure::custom) take any text in `SCREAMING_SNAKE_CASE`. For a custom code, you choose an
        /// error type. The codes of these applications already have an error type, which [`ErrorType::from_code`] returns:
        ///
        /// | application | error type | codes |
        /// |---|---|---|
        $($(#[doc = concat!("| ", $application, " | [`", stringify!($own_type), "`](ErrorType::", stringify!($own_type), ") |", $(" `", $own, "`",)* " |")])*)*
        ///
        /// The contract response-v2 fixes the error type of its own codes. For a code from another source, the error type in the tables is
        /// the default: `error_type = "…"` in `#[tool_error]` and `ToolFailure::custom` replace it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum ErrorCode {
            $($(
                #[doc = concat!("`", $name, "`: ", $meaning, ".")]
                $variant,
            )*)*
        }

        impl ErrorCode {
            /// Every general code.
            pub const ALL: &'static [Self] = &[$($(Self::$variant,)*)*];

            const NAMES: &'static [&'static str] = &[$($($name,)*)*];

            /// The name, in `SCREAMING_SNAKE_CASE`.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $($(Self::$variant => $name,)*)*
                }
            }

            /// The error type of the code, which is a default if [no contract fixes it](Self#codes-by-their-text).
            #[must_use]
            #[allow(clippy::match_same_arms, reason = "the table has a row for each code")]
            pub const fn error_type(self) -> ErrorType {
                match self {
                    $($(Self::$variant => ErrorType::$error_type,)*)*
                }
            }
        }
    };
}

envelope_contracts::error_codes!(define);

wire_words!(ErrorCode, Self::NAMES);

/// The general code of an error type, such as `NOT_FOUND` for `not_found`.
impl From<ErrorType> for ErrorCode {
    fn from(error_type: ErrorType) -> Self {
        match error_type {
            ErrorType::Validation => Self::ValidationError,
            ErrorType::NotFound => Self::NotFound,
            ErrorType::Conflict => Self::Conflict,
            ErrorType::Authentication => Self::Unauthorized,
            ErrorType::Authorization => Self::Forbidden,
            ErrorType::FeatureFlag => Self::FeatureDisabled,
            ErrorType::RateLimit => Self::RateLimitExceeded,
            ErrorType::Unavailable => Self::Unavailable,
            ErrorType::Internal => Self::InternalError,
        }
    }
}

impl ErrorCode {
    /// The error type that a contract fixes for the code with this name.
    pub(crate) fn fixed_error_type(name: &str) -> Option<ErrorType> {
        let code = Code::find(name).filter(|code| code.fixed_by().is_some())?;
        code.error_type.parse().ok()
    }
}

impl ErrorType {
    /// The error type of a [standard code](ErrorCode), which is a default if no contract fixes it. `None` for a custom code.
    ///
    /// ```
    /// use envelope_runtime::ErrorType;
    ///
    /// assert_eq!(ErrorType::from_code("SPEC_NOT_FOUND"), Some(ErrorType::NotFound));
    /// assert_eq!(ErrorType::from_code("INDEX_STALE"), None);
    /// ```
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        Code::find(code)?.error_type.parse().ok()
    }
}
