//! The `status` of an envelope.

use envelope_contracts::dotbot::STATUSES;

use crate::metadata::{wire_words, words};

words! {
    /// The `status` of an envelope, computed from its errors and warnings.
    pub enum Health(STATUSES) {
        /// `ok`: no errors and no warnings.
        Ok,
        /// `warning`: warnings, and no errors.
        Warning,
        /// `error`: at least one error.
        Error,
    }
}

wire_words!(Health, STATUSES);

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
