//! Ranges of numbers and of lengths.

/// The least and the most that a schema allows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Range {
    pub(crate) least: Option<f64>,
    pub(crate) most: Option<f64>,
}

impl Range {
    pub(crate) fn contains(self, number: f64) -> bool {
        self.least.is_none_or(|least| number >= least)
            && self.most.is_none_or(|most| number <= most)
    }

    /// The numbers in words: ` from 1 to 100`.
    pub(crate) fn numbers(self) -> String {
        match (self.least, self.most) {
            (Some(least), Some(most)) => format!(" from {least} to {most}"),
            (Some(least), None) => format!(" of at least {least}"),
            (None, Some(most)) => format!(" of at most {most}"),
            (None, None) => String::new(),
        }
    }

    /// The lengths in words: ` of 1 to 20 characters`.
    pub(crate) fn lengths(self, units: &str) -> String {
        match (self.least, self.most) {
            (None, None) => String::new(),
            (Some(1.0), Some(1.0)) => format!(" of 1 {}", units.trim_end_matches('s')),
            (Some(least), Some(most)) if least >= most => format!(" of {least} {units}"),
            (Some(least), Some(most)) => format!(" of {least} to {most} {units}"),
            _ => format!("{} {units}", self.numbers()),
        }
    }
}
