//! Runs the cases of a family, and finds a small one that fails.

use std::any::Any;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::random::Random;

/// Cases of one kind. Each is made from its seed alone.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// The name, for the command line.
    pub name: &'static str,
    /// The promise that the cases test.
    pub promise: &'static str,
    /// Runs a case, and returns the number of judged outputs. It panics if an output is wrong.
    pub run: fn(&mut Random) -> u64,
}

/// The result of a family.
#[derive(Clone, Copy, Debug)]
pub struct Counts {
    /// How many cases ran.
    pub cases: u64,
    /// How many outputs were judged.
    pub judged: u64,
    /// How long the family took.
    pub time: Duration,
}

/// A case that failed.
#[derive(Debug)]
pub struct Failed {
    /// The family.
    pub family: &'static str,
    /// The seed of the case.
    pub seed: u64,
    /// The message of the panic.
    pub message: String,
    /// The message of the smallest failing case, which shows its input.
    pub smallest: String,
    /// The number of choices of the smallest case, and of the first case.
    pub choices: (usize, usize),
}

/// The time limit of the search for a smaller case.
const SHRINKING: Duration = Duration::from_secs(10);

impl Family {
    /// Runs the cases of these seeds on all processors, until the deadline or the first failure.
    ///
    /// # Errors
    /// Returns a failed case, with the lowest seed if several cases fail.
    pub fn run(&self, seeds: Range<u64>, deadline: Instant) -> Result<Counts, Failed> {
        let start = Instant::now();
        let next = AtomicU64::new(seeds.start);
        let (cases, judged, stop) = (AtomicU64::new(0), AtomicU64::new(0), AtomicBool::new(false));
        let work = || {
            while !stop.load(Ordering::Relaxed) && Instant::now() < deadline {
                let seed = next.fetch_add(1, Ordering::Relaxed);
                if !seeds.contains(&seed) {
                    break;
                }
                match self.attempt(Random::new(seed)) {
                    Ok(count) => {
                        cases.fetch_add(1, Ordering::Relaxed);
                        judged.fetch_add(count, Ordering::Relaxed);
                    }
                    Err(failure) => {
                        stop.store(true, Ordering::Relaxed);
                        return Some((seed, failure));
                    }
                }
            }
            None
        };
        let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let failures = thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            workers
                .into_iter()
                .filter_map(|worker| worker.join().ok().flatten())
                .collect::<Vec<_>>()
        });
        match failures.into_iter().min_by_key(|(seed, _)| *seed) {
            None => Ok(Counts {
                cases: cases.into_inner(),
                judged: judged.into_inner(),
                time: start.elapsed(),
            }),
            Some((seed, failure)) => Err(self.shrink(seed, failure)),
        }
    }

    fn attempt(&self, mut random: Random) -> Result<u64, Failure> {
        let run = AssertUnwindSafe(|| (self.run)(&mut random));
        panic::catch_unwind(run).map_err(|panic| Failure {
            message: message(&*panic),
            choices: random.chosen().to_vec(),
        })
    }

    /// Removes and lowers choices, as long as the case still fails.
    fn shrink(&self, seed: u64, failure: Failure) -> Failed {
        let (message, before) = (failure.message.clone(), failure.choices.len());
        let end = Instant::now() + SHRINKING;
        let mut smallest = failure;
        let mut improved = true;
        while improved && Instant::now() < end {
            improved = false;
            let choices = smallest.choices.clone();
            for smaller in simpler(&choices) {
                if Instant::now() >= end {
                    break;
                }
                let Err(failure) = self.attempt(Random::given(smaller)) else { continue };
                if size(&failure.choices) < size(&smallest.choices) {
                    smallest = failure;
                    improved = true;
                    break;
                }
            }
        }
        let choices = (smallest.choices.len(), before);
        Failed { family: self.name, seed, message, smallest: smallest.message, choices }
    }
}

struct Failure {
    message: String,
    choices: Vec<u64>,
}

/// Orders cases by their number of choices, then by the sum of the choices.
fn size(choices: &[u64]) -> (usize, u128) {
    (choices.len(), choices.iter().map(|choice| u128::from(*choice)).sum())
}

/// Smaller variants of the choices: without a run of them, from long to short runs, then with a lower choice.
fn simpler(choices: &[u64]) -> impl Iterator<Item = Vec<u64>> + use<'_> {
    let lengths = std::iter::successors(Some(choices.len() / 2), |length| Some(length / 2));
    let shorter = lengths.take_while(|length| *length > 0).flat_map(move |length| {
        (0..choices.len()).step_by(length).map(move |start| {
            let end = choices.len().min(start + length);
            [&choices[..start], &choices[end..]].concat()
        })
    });
    let lower = (0..choices.len()).flat_map(move |at| {
        let choice = choices[at];
        [0, choice / 2, choice.saturating_sub(1)]
            .into_iter()
            .filter(move |lower| *lower < choice)
            .map(move |lower| {
                let mut choices = choices.to_vec();
                choices[at] = lower;
                choices
            })
    });
    shorter.chain(lower)
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
}
