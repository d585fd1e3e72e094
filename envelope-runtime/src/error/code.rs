//! The catalogue of standard error codes.

use std::fmt;

use serde::Serialize;

use super::ErrorType;

// The one table of codes stands in the macro crate, where the derive needs it to suggest and to check.
envelope_macros::__error_codes!();

impl ErrorCode {
    /// The standard code with this name, if there is one.
    ///
    /// ```
    /// use envelope_runtime::ErrorCode;
    ///
    /// assert_eq!(ErrorCode::from_name("NOT_FOUND"), Some(ErrorCode::NotFound));
    /// assert_eq!(ErrorCode::from_name("INDEX_STALE"), None);
    /// ```
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.as_str() == name)
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for ErrorCode {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}
