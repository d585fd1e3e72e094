//! What came of calls, and how long they took.

use std::time::Duration;

use hdrhistogram::Histogram;

use crate::calls::Verdict;

pub(crate) struct Tally {
    pub(crate) crossed: u64,
    pub(crate) wrong: u64,
    microseconds: Histogram<u64>,
}

impl Tally {
    pub(crate) fn new() -> Self {
        let microseconds = Histogram::new(3).expect("three digits are allowed");
        Self { crossed: 0, wrong: 0, microseconds }
    }

    pub(crate) fn record(&mut self, verdict: &Verdict, time: Duration) {
        match verdict {
            Verdict::Right => {}
            Verdict::Crossed => self.crossed += 1,
            Verdict::Wrong => self.wrong += 1,
        }
        let microseconds = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        self.microseconds.record(microseconds).expect("it grows as needed");
    }

    pub(crate) fn add(&mut self, other: &Self) {
        self.crossed += other.crossed;
        self.wrong += other.wrong;
        self.microseconds.add(&other.microseconds).expect("it grows as needed");
    }

    pub(crate) fn calls(&self) -> u64 {
        self.microseconds.len()
    }

    /// The time that this part of the calls took at most; 0.99 for 99 of 100.
    pub(crate) fn quantile(&self, quantile: f64) -> Duration {
        Duration::from_micros(self.microseconds.value_at_quantile(quantile))
    }
}
