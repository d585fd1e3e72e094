//! Mutation testing: the small changes that `cargo mutants` would make, one after the other, all in one build.
//!
//! `cargo mutants` builds a crate and its tests again for each mutant, which takes a day and a half here. So it only
//! lists them. `weave` puts them all into a copy of the crate, each behind a question at run time; a variable of the
//! environment says which one is on. `tests` then runs, for each mutant, the tests that come to it.
//! A mutant of a macro shows where the compiler expands: see `expansions`.

mod alone;
mod build;
mod cases;
mod compilation;
mod copy;
mod expansions;
mod list;
mod process;
mod survivors;
mod tests;
mod verdicts;
mod weave;
mod workers;

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use self::build::Build;
use self::copy::WorkspaceCopy;
use self::expansions::Expansions;
use self::list::Mutant;
use self::tests::Tests;
use self::verdicts::{Kept, Verdict};
use crate::Failed;
use crate::results::{self, Mutants};

/// Which mutants are tried.
#[derive(Clone, Copy, Debug)]
pub enum Tried {
    /// All.
    All,
    /// Those that survived the last time on this machine, and new ones. It is for the time while tests are added.
    Survivors,
}

/// Tries the mutants of `envelope-runtime`, and writes `results/mutants-runtime.json`.
///
/// # Errors
/// The mutants could not be listed or built, or one survives without a reason.
pub fn runtime(tried: Tried) -> Result<(), Failed> {
    let mutants = list::of("envelope-runtime")?;
    let copy = WorkspaceCopy::new("envelope-runtime", &mutants)?;
    let kept = Kept::read(&copy, tried)?;
    let build = copy.build(kept.left(&mutants))?;
    let tests = Tests::of(&copy, &build)?;
    let verdicts = judge(&copy, &build, &kept, |number, _| tests.judge(number))?;
    report("mutants-runtime", "envelope-runtime", &mutants, &verdicts)
}

/// Tries the mutants of `envelope-macros`, and writes `results/mutants-macros.json`.
///
/// # Errors
/// The mutants could not be listed or built, or one survives without a reason.
pub fn macros(tried: Tried) -> Result<(), Failed> {
    let mutants = list::of("envelope-macros")?;
    let copy = WorkspaceCopy::new("envelope-macros", &mutants)?;
    let kept = Kept::read(&copy, tried)?;
    let build = copy.build(kept.left(&mutants))?;
    let tests = Tests::of(&copy, &build)?;
    let expansions = Expansions::of(&copy, &build)?;
    // Few tests call the macros by themselves, and those are slow.
    let verdicts =
        judge(&copy, &build, &kept, |number, mutant| match expansions.judge(number, mutant)? {
            Verdict::Missed => tests.judge(number),
            verdict => Ok(verdict),
        })?;
    report("mutants-macros", "envelope-macros", &mutants, &verdicts)
}

/// What becomes of each mutant.
fn judge(
    copy: &WorkspaceCopy<'_>,
    build: &Build,
    kept: &Kept,
    judge: impl Fn(u32, &Mutant) -> Result<Verdict, Failed> + Sync,
) -> Result<Vec<Verdict>, Failed> {
    let mutants: Vec<(u32, &Mutant)> = (1..).zip(copy.mutants).collect();
    let (done, missed) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let mut verdicts = workers::each(&mutants, |(number, mutant)| {
        let known = match build.left.verdict(*number) {
            Some(Verdict::Unviable) => Some(Verdict::Unviable),
            left => kept.verdict(mutant).or(left),
        };
        let verdict = known.map_or_else(|| judge(*number, mutant), Ok)?;
        if verdict == Verdict::Missed {
            missed.fetch_add(1, Ordering::Relaxed);
            eprintln!("missed: {}", mutant.change());
        }
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        if done.is_multiple_of(100) {
            eprintln!("{done} of {}, {} missed", mutants.len(), missed.load(Ordering::Relaxed));
        }
        Ok(verdict)
    })?;
    for (mutant, verdict) in copy.mutants.iter().zip(&mut verdicts) {
        if *verdict == Verdict::Constant {
            *verdict = alone::judge(copy, mutant)?;
        }
    }
    Kept::write(copy, &build.left, &verdicts)?;
    Ok(verdicts)
}

fn report(
    part: &str,
    package: &str,
    mutants: &[Mutant],
    verdicts: &[Verdict],
) -> Result<(), Failed> {
    let accepted = survivors::accepted(package)?;
    let survivors: Vec<String> = mutants
        .iter()
        .zip(verdicts)
        .filter(|(_, verdict)| **verdict == Verdict::Missed)
        .map(|(mutant, _)| mutant.change())
        .collect();
    let count =
        |wanted: Verdict| verdicts.iter().filter(|verdict| **verdict == wanted).count() as u64;
    results::write(
        part,
        &Mutants {
            package: package.to_owned(),
            mutants: mutants.len() as u64,
            unviable: count(Verdict::Unviable),
            caught: count(Verdict::Caught),
            timeouts: count(Verdict::TimedOut),
            missed: survivors.len() as u64,
            accepted: survivors.iter().filter(|name| accepted.contains(*name)).count() as u64,
        },
    )?;
    let survivors = BTreeSet::from_iter(survivors);
    for name in accepted.difference(&survivors) {
        eprintln!("caught by now, but in survivors.toml: {name}");
    }
    let unexplained: Vec<&str> = survivors.difference(&accepted).map(String::as_str).collect();
    if unexplained.is_empty() {
        return Ok(());
    }
    Err(format!("these mutants survive without a reason:\n{}", unexplained.join("\n")).into())
}
