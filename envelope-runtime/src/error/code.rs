//! The catalogue of standard error codes.

use std::fmt;
use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Serialize, Serializer};

use super::ErrorType;

// The table is in the macro crate, where the derive needs it to suggest and to check.
envelope_macros::__error_codes!();

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
