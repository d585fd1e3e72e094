//! The nine categories of failure, and what a caller is to do about each.

use std::fmt;

// The table is in the macro crate, since the derive needs it.
envelope_macros::__error_types!();

impl ErrorType {
    /// Whether and how to try again.
    #[must_use]
    pub const fn retry(self) -> Retry {
        match self {
            Self::Validation => Retry::FixInput,
            Self::Authentication => Retry::Reauthenticate,
            Self::Authorization | Self::NotFound => Retry::No,
            Self::Conflict => Retry::CheckState,
            Self::RateLimit => Retry::AfterDelay,
            Self::FeatureFlag => Retry::CheckFlag,
            Self::Internal | Self::Unavailable => Retry::WithBackoff,
        }
    }
}

impl fmt::Display for ErrorType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Whether and how a failed call may be tried again: the last column of the table at [`ErrorType`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Retry {
    /// No: the same call fails again.
    No,
    /// No: fix the input first.
    FixInput,
    /// No: authenticate again first.
    Reauthenticate,
    /// No: check whether the feature is enabled.
    CheckFlag,
    /// Maybe: check the state first.
    CheckState,
    /// Yes, after the delay that the failure names.
    AfterDelay,
    /// Yes, with growing pauses.
    WithBackoff,
}

impl Retry {
    /// `Some(true)` for yes, `Some(false)` for no, `None` for maybe.
    ///
    /// ```
    /// use envelope_runtime::ErrorType;
    ///
    /// assert_eq!(ErrorType::Unavailable.retry().is_worthwhile(), Some(true));
    /// assert_eq!(ErrorType::Validation.retry().is_worthwhile(), Some(false));
    /// assert_eq!(ErrorType::Conflict.retry().is_worthwhile(), None);
    /// ```
    #[must_use]
    pub const fn is_worthwhile(self) -> Option<bool> {
        match self {
            Self::No | Self::FixInput | Self::Reauthenticate | Self::CheckFlag => Some(false),
            Self::CheckState => None,
            Self::AfterDelay | Self::WithBackoff => Some(true),
        }
    }
}

impl fmt::Display for Retry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::No => "no",
            Self::FixInput => "no, fix the input",
            Self::Reauthenticate => "no, re-authenticate",
            Self::CheckFlag => "no, check the flag",
            Self::CheckState => "maybe, check the state",
            Self::AfterDelay => "yes, after the delay",
            Self::WithBackoff => "yes, with backoff",
        })
    }
}
