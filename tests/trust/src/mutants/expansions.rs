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
use super::copy::WorkspaceCopy;
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
    file: PathBuf,
    inputs: Vec<Input>,
    expected: Vec<Expansion>,
    /// How long it may take with a mutant.
    limit: Duration,
    compilations: BTreeMap<String, Compilation>,
    cases: Cases<'a>,
}

/// What a macro is given.
struct Input {
    /// The crate, as `package/crate`.
    of: String,
    /// The function of the macro.
    called: String,
}

/// What becomes of one input: hashes.
#[derive(PartialEq, Eq)]
struct Expansion {
    errors: String,
    all: String,
}

impl<'a> Expansions<'a> {
    pub(super) fn of(copy: &'a WorkspaceCopy<'_>, build: &'a Build) -> Result<Self, Failed> {
        let cases = Cases::of(copy, build)?;
        let replay = build.programs.iter().find(|program| program.name == "envelope-replay");
        let program = replay.ok_or("nothing can be expanded again")?;
        // The next build would write over it.
        let replay = copy.root.join("expand");
        fs::copy(&program.program, &replay)?;
        let file = copy.root.join("inputs");
        let inputs = inputs(&fs::read_to_string(copy.records())?, &file)?;
        let mut expansions = Self {
            root: &copy.root,
            replay,
            file,
            inputs,
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
            expansions.inputs.len(),
            start.elapsed()
        );
        Ok(expansions)
    }

    /// Expands the inputs. Nothing if it takes too long.
    fn expand(&self, number: u32) -> Result<Option<Vec<Expansion>>, Failed> {
        let output = self.root.join(format!("expanded-{number}"));
        let mut command = Command::new(&self.replay);
        command.arg(&self.file).arg(&output).env("MUTANT", number.to_string());
        let ended = end(&mut command, self.limit)?;
        let text = fs::read_to_string(&output)?;
        fs::remove_file(&output)?;
        Ok((ended != End::TimedOut).then(|| text.lines().map(Expansion::of).collect()))
    }

    pub(super) fn judge(&self, number: u32, mutant: &Mutant) -> Result<Verdict, Failed> {
        // The functions that the compiler calls are not called when something is expanded again.
        if mutant.file.ends_with("src/lib.rs") {
            let of_macro = self.inputs.iter().filter(|input| mutant.is_in(&input.called));
            let crates: BTreeSet<&str> = of_macro.map(|input| &*input.of).collect();
            let crates = crates.into_iter().filter_map(|name| self.compilations.get(name));
            let passes = self.pass(&crates.collect::<Vec<_>>(), number)?;
            return Ok(if passes { Verdict::Missed } else { Verdict::Caught });
        }
        let Some(found) = self.expand(number)? else { return Ok(Verdict::TimedOut) };
        // Fewer where the stack has overflowed, which ends the process.
        if found.len() != self.expected.len() {
            return Ok(Verdict::Caught);
        }
        let mut changed: BTreeMap<&str, usize> = BTreeMap::new();
        for ((expected, found), input) in self.expected.iter().zip(&found).zip(&self.inputs) {
            if expected.errors != found.errors {
                return Ok(Verdict::Caught);
            }
            if expected != found {
                *changed.entry(&input.of).or_default() += 1;
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
            if compilation.shows(self.root, number)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Writes what is given to the macros to a file, and only once what is given twice.
fn inputs(records: &str, file: &Path) -> Result<Vec<Input>, Failed> {
    let unique: BTreeSet<&str> = records.split_inclusive('\u{1e}').collect();
    fs::write(file, unique.iter().copied().collect::<String>())?;
    let input = |record: &&str| {
        let mut fields = record.split('\u{1f}').map(str::to_owned);
        Input { of: fields.next().unwrap_or_default(), called: fields.next().unwrap_or_default() }
    };
    Ok(unique.iter().map(input).collect())
}

impl Expansion {
    fn of(line: &str) -> Self {
        let (errors, all) = line.split_once(' ').unwrap_or_default();
        Self { errors: errors.to_owned(), all: all.to_owned() }
    }
}
