//! Candidates that take turns, so that other work of the machine slows all of them down alike.

use std::fmt::{self, Display};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::{Call, Case};

/// The largest and the smallest number of turns for each candidate.
const ROUNDS: (usize, usize) = (301, 31);

/// How long the first candidate's turn is, unless [`CALLS`] calls take longer.
const TURN: Duration = Duration::from_micros(100);

/// The smallest number of calls in a turn. With fewer, the caches would depend more on the candidate before.
const CALLS: u32 = 16;

/// How long a race lasts, unless the candidates then had too few turns.
const RACE: Duration = Duration::from_secs(2);

/// The times of the candidates of a case.
#[derive(Debug)]
pub struct Race {
    /// The candidate that the others are compared with.
    first: &'static str,
    /// The time of a call of the first candidate, in nanoseconds.
    first_ns: f64,
    others: Vec<Other>,
}

#[derive(Debug)]
struct Other {
    name: &'static str,
    /// The time relative to the first candidate, in each round. In ascending order.
    ratios: Vec<f64>,
}

/// The result of a candidate.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Figure {
    /// The name of the case.
    pub case: String,
    /// The name of the candidate.
    pub candidate: String,
    /// The name of the first candidate, the baseline.
    pub first: String,
    /// The time of a call of the first candidate, in nanoseconds.
    pub first_ns: f64,
    /// The candidate's time divided by the first candidate's time: the median of all rounds.
    pub ratio: f64,
    /// The 10th percentile.
    pub low: f64,
    /// The 90th percentile.
    pub high: f64,
}

impl Race {
    /// Lets the candidates take turns.
    ///
    /// # Panics
    ///
    /// If the case has no candidates.
    #[must_use]
    pub fn run(case: &Case<'_>) -> Self {
        let calls: Vec<_> = case.candidates.iter().map(|candidate| &*candidate.call).collect();
        let times = calls.first().map_or(CALLS, |first| calls_per_turn(*first));
        let mut turns = vec![Vec::new(); calls.len()];
        let mut order: Vec<_> = (0..calls.len()).collect();
        let mut random = fastrand::Rng::with_seed(0);
        let start = Instant::now();
        for round in 0..ROUNDS.0 {
            if round >= ROUNDS.1 && start.elapsed() > RACE {
                break;
            }
            // In random order, since a candidate changes the state of the caches, the heap and the scheduler for the next candidate.
            random.shuffle(&mut order);
            for &at in &order {
                turns[at].push(time(calls[at], times));
            }
        }
        let ratios = |turns: &[f64], first: &[f64]| {
            sorted(turns.iter().zip(first).map(|(turn, first)| turn / first))
        };
        let (first, others) = turns.split_first().expect("a case has candidates");
        let mut names = case.candidates.iter().map(|candidate| candidate.name);
        let first_name = names.next().expect("a case has candidates");
        let others = names.zip(others);
        Self {
            first: first_name,
            first_ns: quantile(&sorted(first.iter().copied()), 0.5) / f64::from(times),
            others: others
                .map(|(name, turns)| Other { name, ratios: ratios(turns, first) })
                .collect(),
        }
    }

    /// Returns the figures of all candidates except the first.
    pub fn figures(&self, case: &str) -> impl Iterator<Item = Figure> {
        self.others.iter().map(move |other| {
            let [low, ratio, high] = other.spread();
            Figure {
                case: case.to_owned(),
                candidate: other.name.to_owned(),
                first: self.first.to_owned(),
                first_ns: self.first_ns,
                ratio,
                low,
                high,
            }
        })
    }
}

impl Other {
    /// The 10th percentile, the median and the 90th percentile.
    fn spread(&self) -> [f64; 3] {
        [0.1, 0.5, 0.9].map(|share| quantile(&self.ratios, share))
    }
}

impl Display for Race {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:>9.0} ns", self.first_ns)?;
        for other in &self.others {
            let ([low, median, high], name) = (other.spread(), other.name);
            write!(f, " | {name} {median:.2} ({low:.2} to {high:.2})")?;
        }
        Ok(())
    }
}

/// Returns how many calls fill a turn.
fn calls_per_turn(call: &dyn Call) -> u32 {
    let mut times = CALLS;
    while time(call, times) < TURN.as_secs_f64() * 1e9 {
        times *= 2;
    }
    times
}

/// Returns the time of the calls in nanoseconds.
fn time(call: &dyn Call, times: u32) -> f64 {
    let start = Instant::now();
    call.repeat(times);
    start.elapsed().as_secs_f64() * 1e9
}

fn sorted(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<_> = values.collect();
    values.sort_by(f64::total_cmp);
    values
}

#[allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "it is an index of a short list"
)]
fn quantile(sorted: &[f64], share: f64) -> f64 {
    sorted[((sorted.len() - 1) as f64 * share) as usize]
}
