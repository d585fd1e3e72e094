//! What the macros make of everything that they are given while the tests are compiled.
//!
//! The build notes it. With a mutant, it is expanded again: where nothing changes, no test can see the mutant. Another
//! error is one that a `.stderr` file or the compiler would show. Any other change shows when the crates for which
//! something has changed are compiled with the mutant, and their tests run.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use super::build::{Binary, Build};
use super::compilation::{Compilation, compilations};
use super::copy::Copy;
use super::process::{End, end};
use super::tests::Verdict;
use crate::Failed;

/// The cases of `tests/ui` are crates of a package with this at its end.
const OF_CASES: &str = "-tests/";

/// All cases of `tests/ui` take less.
const LONGEST: Duration = Duration::from_secs(900);

pub(super) struct Expansions<'a> {
    root: &'a Path,
    /// The program that expands the inputs.
    replay: &'a Binary,
    inputs: PathBuf,
    /// The crate of each input, as `package/crate`.
    crates: Vec<String>,
    expected: Vec<Expansion>,
    /// How long it may take with a mutant.
    limit: Duration,
    compilations: BTreeMap<String, Compilation>,
    /// The tests that compile the cases of `tests/ui`, all in one folder.
    cases: Mutex<Vec<&'a Binary>>,
}

/// What becomes of one input: hashes.
#[derive(PartialEq, Eq)]
struct Expansion {
    errors: String,
    all: String,
}

impl<'a> Expansions<'a> {
    pub(super) fn of(copy: &'a Copy<'_>, build: &'a Build) -> Result<Self, Failed> {
        let cases: Vec<_> = build.tests.iter().filter(|binary| binary.name == "ui").collect();
        for binary in &cases {
            let mut command = binary.command();
            if end(command.env("MUTANT_RECORD", copy.records()), LONGEST)? != End::Passed {
                return Err("the cases of `tests/ui` fail without a mutant".into());
            }
        }
        let replay = build.programs.iter().find(|program| program.name == "envelope-replay");
        let replay = replay.ok_or("nothing can be expanded again")?;
        let inputs = copy.root.join("inputs");
        let crates = inputs_of(&fs::read_to_string(copy.records())?, &inputs)?;
        let mut expansions = Self {
            root: &copy.root,
            replay,
            inputs,
            crates,
            expected: Vec::new(),
            limit: LONGEST,
            compilations: compilations(&build.log),
            cases: Mutex::new(cases),
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
        let mut command = Command::new(&self.replay.program);
        command.arg(&self.inputs).arg(&output).env("MUTANT", number.to_string());
        let ended = end(&mut command, self.limit)?;
        let text = fs::read_to_string(&output)?;
        fs::remove_file(&output)?;
        Ok((ended != End::TimedOut).then(|| text.lines().map(Expansion::of).collect()))
    }

    pub(super) fn judge(&self, number: u32) -> Result<Verdict, Failed> {
        let Some(found) = self.expand(number)? else { return Ok(Verdict::TimedOut) };
        // Fewer where the stack has overflowed, which ends the process.
        if found.len() != self.expected.len() {
            return Ok(Verdict::Caught);
        }
        let mut changed = BTreeSet::new();
        for ((expected, found), name) in self.expected.iter().zip(&found).zip(&self.crates) {
            if expected.errors != found.errors {
                return Ok(Verdict::Caught);
            }
            if expected != found {
                changed.insert(name.as_str());
            }
        }
        let (cases, crates): (Vec<&str>, Vec<&str>) =
            changed.into_iter().partition(|name| name.contains(OF_CASES));
        for compilation in crates.into_iter().filter_map(|name| self.compilations.get(name)) {
            if !compilation.passes(self.root, number)? {
                return Ok(Verdict::Caught);
            }
        }
        if !cases.is_empty() && !self.cases_pass(number)? {
            return Ok(Verdict::Caught);
        }
        Ok(Verdict::Missed)
    }

    /// Whether the compiler says the same about the cases of `tests/ui`.
    fn cases_pass(&self, number: u32) -> Result<bool, Failed> {
        // One after the other, since they share a folder.
        let cases = self.cases.lock().map_err(|_| "a worker panicked")?;
        for binary in cases.iter() {
            if end(binary.command().env("MUTANT", number.to_string()), LONGEST)? != End::Passed {
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
