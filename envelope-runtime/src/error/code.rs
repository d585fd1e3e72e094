//! The catalogue of standard error codes.

use std::fmt;
use std::str::FromStr;

use envelope_contracts::response_v2::{CONTRACT, typed_codes};
use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Serialize, Serializer};

use super::ErrorType;

/// The contract that [fixes the categories](ErrorCode::fixed_error_type) of its codes.
pub(super) const FIXES_ERROR_TYPES: &str = CONTRACT.id;

macro_rules! define {
    ($($source:literal {
        $($variant:ident $name:literal $error_type:ident $meaning:literal $action:literal;)*
    })*) => {
        /// The standard error codes, each with its category: `error_code` of the response-v2 contract.
        ///
        /// On the wire it is the name in `SCREAMING_SNAKE_CASE`, which [`FromStr`] and `Deserialize` read:
        ///
        /// ```
        /// use envelope_runtime::{ErrorCode, ErrorType};
        ///
        /// assert_eq!(serde_json::to_string(&ErrorCode::SpecNotFound).unwrap(), r#""SPEC_NOT_FOUND""#);
        /// assert_eq!(ErrorCode::SpecNotFound.error_type(), ErrorType::NotFound);
        /// ```
        ///
        /// A custom code is any other text in `SCREAMING_SNAKE_CASE`, with a category that you choose. The remediation in
        /// the table is for you: it is not written to an envelope by itself.
        ///
        /// The contract response-v2 fixes the category of its own codes. For a code from another source, the category in the table is the
        /// default: `error_type = "…"` in `#[tool_error]` and [`ToolFailure::custom`](crate::ToolFailure::custom) replace it.
        ///
        /// | code | category | meaning | next step of the caller | source |
        /// |---|---|---|---|---|
        $($(#[doc = concat!("| `", $name, "` | [`", stringify!($error_type), "`](ErrorType::", stringify!($error_type), ") | ", $meaning, " | ", $action, " | ", $source, " |")])*)*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum ErrorCode {
            $($(
                #[doc = concat!("`", $name, "`: ", $meaning, ".")]
                $variant,
            )*)*
        }

        impl ErrorCode {
            /// Every standard code.
            pub const ALL: [Self; [$($($name),*),*].len()] = [$($(Self::$variant,)*)*];

            /// The name, in `SCREAMING_SNAKE_CASE`.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $($(Self::$variant => $name,)*)*
                }
            }

            /// The category of the code, which is a default if [no contract fixes it](Self).
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

/// The general code of a category, such as `NOT_FOUND` for `not_found`.
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
    /// The category that a contract fixes for the code with this name.
    pub(crate) fn fixed_error_type(name: &str) -> Option<ErrorType> {
        let at = typed_codes().position(|code| code.name == name)?;
        Self::ALL.get(at).map(|code| code.error_type())
    }
}

/// The error of parsing an [`ErrorCode`] from the name of no standard code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownErrorCode;

impl fmt::Display for UnknownErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a standard error code")
    }
}

impl std::error::Error for UnknownErrorCode {}

impl FromStr for ErrorCode {
    type Err = UnknownErrorCode;

    /// Returns the standard code with this name, in `SCREAMING_SNAKE_CASE`.
    ///
    /// # Errors
    ///
    /// [`UnknownErrorCode`] if no standard code has this name.
    ///
    /// ```
    /// use envelope_runtime::ErrorCode;
    ///
    /// assert_eq!("NOT_FOUND".parse(), Ok(ErrorCode::NotFound));
    /// assert!("INDEX_STALE".parse::<ErrorCode>().is_err());
    /// ```
    fn from_str(name: &str) -> Result<Self, UnknownErrorCode> {
        Self::ALL.iter().copied().find(|code| code.as_str() == name).ok_or(UnknownErrorCode)
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for ErrorCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for ErrorCode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = std::borrow::Cow::<str>::deserialize(deserializer)?;
        name.parse().map_err(D::Error::custom)
    }
}
