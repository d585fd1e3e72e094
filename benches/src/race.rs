//! Candidates that take turns, so that whatever else the machine does slows all of them down alike.

use std::fmt::{self, Display};
use std::time::{Duration, Instant};

use super::candidates::{Call, Case};

/// How often each candidate has its turn.
const ROUNDS: usize = 301;

/// How long the first candidate's turn is.
const TURN: Duration = Duration::from_micros(100);

/// How long the candidates of a case took.
pub(crate) struct Race {
    /// The time of a call of the first candidate, in nanoseconds.
    first: f64,
    others: Vec<Other>,
}

struct Other {
    name: &'static str,
    /// In each round, the time relative to that of the first candidate. In ascending order.
    ratios: Vec<f64>,
}

impl Race {
    pub(crate) fn run(case: &Case<'_>) -> Self {
        let calls: Vec<_> = case.candidates.iter().map(|candidate| &*candidate.call).collect();
        let times = calls.first().map_or(1, |first| calls_per_turn(*first));
        let mut turns = vec![Vec::with_capacity(ROUNDS); calls.len()];
        for round in 0..ROUNDS {
            // Another one is first in each round.
            for turn in 0..calls.len() {
                let at = (round + turn) % calls.len();
                turns[at].push(time(calls[at], times));
            }
        }
        let ratios = |turns: &[f64], first: &[f64]| {
            sorted(turns.iter().zip(first).map(|(turn, first)| turn / first))
        };
        let (first, others) = turns.split_first().expect("a case has candidates");
        let names = case.candidates.iter().skip(1).map(|candidate| candidate.name);
        let others = names.zip(others);
        Self {
            first: quantile(&sorted(first.iter().copied()), 0.5) / f64::from(times),
            others: others
                .map(|(name, turns)| Other { name, ratios: ratios(turns, first) })
                .collect(),
        }
    }
}

impl Display for Race {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:>9.0} ns", self.first)?;
        for Other { name, ratios } in &self.others {
            let [low, median, high] = [0.1, 0.5, 0.9].map(|share| quantile(ratios, share));
            write!(f, " | {name} {median:.2} ({low:.2} to {high:.2})")?;
        }
        Ok(())
    }
}

/// The number of calls that take about a turn.
fn calls_per_turn(call: &dyn Call) -> u32 {
    let mut times = 1;
    while time(call, times) < TURN.as_secs_f64() * 1e9 {
        times *= 2;
    }
    times
}

/// In nanoseconds.
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
