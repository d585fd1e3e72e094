//! What the macros make of everything that they are given while the tests are compiled.
//!
//! The build notes it. With a mutant, it is expanded again: where nothing changes, no test can see the mutant. Another
//! error is one that a `.stderr` file or the compiler would show. Any other change shows when the crates for which
//! something has changed are compiled with the mutant, and their tests run.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use super::build::Build;
use super::cases::Cases;
use super::compilation::{Compilation, compilations};
use super::copy::Copy;
use super::list::Mutant;
use super::process::{End, end};
use super::verdicts::Verdict;
use crate::Failed;

/// So many crates are compiled before the cases of `tests/ui`, which take longer. Most mutants do not get further.
const AT_FIRST: usize = 3;

pub(super) struct Expansions<'a> {
    root: &'a Path,
    /// The program that expands the inputs.
    replay: PathBuf,
    inputs: PathBuf,
    /// The crate of each input, as `package/crate`.
    crates: Vec<String>,
    expected: Vec<Expansion>,
    /// How long it may take with a mutant.
    limit: Duration,
    compilations: BTreeMap<String, Compilation>,
    cases: Cases<'a>,
}

/// What becomes of one input: hashes.
#[derive(PartialEq, Eq)]
struct Expansion {
    errors: String,
    all: String,
}

impl<'a> Expansions<'a> {
    pub(super) fn of(copy: &'a Copy<'_>, build: &'a Build) -> Result<Self, Failed> {
        let cases = Cases::of(copy, build)?;
        let replay = build.programs.iter().find(|program| program.name == "envelope-replay");
        let program = replay.ok_or("nothing can be expanded again")?;
        // The next build would write over it.
        let replay = copy.root.join("expand");
        fs::copy(&program.program, &replay)?;
        let inputs = copy.root.join("inputs");
        let crates = inputs_of(&fs::read_to_string(copy.records())?, &inputs)?;
        let mut expansions = Self {
            root: &copy.root,
            replay,
            inputs,
            crates,
            expected: Vec::new(),
            limit: Duration::from_secs(60),
            compilations: compilations(&build.log),
            cases,
        };
        let start = Instant::now();
        expansions.expected = expansions.expand(0)?.ok_or("the inputs take too long")?;
        expansions.limit = start.elapsed() * 5 + Duration::from_secs(5);
        eprintln!(
            "{} inputs of macros, expanded in {:.1?}",
            expansions.crates.len(),
            start.elapsed()
        );
        Ok(expansions)
    }

    /// Expands the inputs. Nothing if it takes too long.
    fn expand(&self, number: u32) -> Result<Option<Vec<Expansion>>, Failed> {
        let output = self.root.join(format!("expanded-{number}"));
        let mut command = Command::new(&self.replay);
        command.arg(&self.inputs).arg(&output).env("MUTANT", number.to_string());
        let ended = end(&mut command, self.limit)?;
        let text = fs::read_to_string(&output)?;
        fs::remove_file(&output)?;
        Ok((ended != End::TimedOut).then(|| text.lines().map(Expansion::of).collect()))
    }

    pub(super) fn judge(&self, number: u32, mutant: &Mutant) -> Result<Verdict, Failed> {
        // The functions that the compiler calls are not called when something is expanded again.
        if mutant.file.ends_with("src/lib.rs") {
            let all: Vec<_> = self.compilations.values().collect();
            let passes = self.pass(&all, number)?;
            return Ok(if passes { Verdict::Missed } else { Verdict::Caught });
        }
        let Some(found) = self.expand(number)? else { return Ok(Verdict::TimedOut) };
        // Fewer where the stack has overflowed, which ends the process.
        if found.len() != self.expected.len() {
            return Ok(Verdict::Caught);
        }
        let mut changed: BTreeMap<&str, usize> = BTreeMap::new();
        for ((expected, found), name) in self.expected.iter().zip(&found).zip(&self.crates) {
            if expected.errors != found.errors {
                return Ok(Verdict::Caught);
            }
            if expected != found {
                *changed.entry(name).or_default() += 1;
            }
        }
        let mut crates: Vec<&str> = changed.keys().copied().collect();
        // The fewer inputs, the smaller the crate.
        crates.sort_by_key(|name| changed.get(name));
        let compilations: Vec<_> =
            crates.iter().filter_map(|name| self.compilations.get(*name)).collect();
        let (first, rest) = compilations.split_at(compilations.len().min(AT_FIRST));
        let passes = self.pass(first, number)?
            && self.cases.pass(&crates, number)?
            && self.pass(rest, number)?;
        Ok(if passes { Verdict::Missed } else { Verdict::Caught })
    }

    fn pass(&self, compilations: &[&Compilation], number: u32) -> Result<bool, Failed> {
        for compilation in compilations {
            if !compilation.passes(self.root, number)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Writes what is given to the macros, and only once what is given twice. Returns the crate of each.
fn inputs_of(records: &str, inputs: &Path) -> Result<Vec<String>, Failed> {
    let unique: BTreeSet<&str> = records.split_inclusive('\u{1e}').collect();
    fs::write(inputs, unique.iter().copied().collect::<String>())?;
    let krate = |record: &&str| record.split('\u{1f}').next().unwrap_or_default().to_owned();
    Ok(unique.iter().map(krate).collect())
}

impl Expansion {
    fn of(line: &str) -> Self {
        let (errors, all) = line.split_once(' ').unwrap_or_default();
        Self { errors: errors.to_owned(), all: all.to_owned() }
    }
}
