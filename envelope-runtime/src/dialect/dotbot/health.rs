//! The `status` of dotbot.

use serde::{Deserialize, Serialize};

/// The health of an operation, computed from its errors and warnings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schemars",
    derive(schemars::JsonSchema),
    schemars(description = "The health of the operation.")
)]
#[serde(rename_all = "snake_case")]
pub enum Health {
    /// `ok`: neither errors nor warnings.
    Ok,
    /// `warning`: warnings, and no errors.
    Warning,
    /// `error`: errors.
    Error,
}

impl Health {
    pub(super) fn of(warnings: usize, errors: usize) -> Self {
        match (warnings, errors) {
            (0, 0) => Self::Ok,
            (_, 0) => Self::Warning,
            _ => Self::Error,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Health;

    #[test]
    fn health_is_computed() {
        assert_eq!(Health::of(0, 0), Health::Ok);
        assert_eq!(Health::of(2, 0), Health::Warning);
        assert_eq!(Health::of(0, 1), Health::Error);
        assert_eq!(Health::of(1, 1), Health::Error);
    }
}
