//! The tests, each in a process of its own: as they are, and with a mutant.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use super::build::{Binary, Build};
use super::copy::WorkspaceCopy;
use super::process::{End, end};
use super::verdicts::Verdict;
use super::workers;
use crate::Failed;

/// Slower tests are left out.
const LONGEST: Duration = Duration::from_secs(20);

/// They start the compiler. The cases of `tests/ui` are tried where a macro makes something else for them.
const COMPILING: [&str; 4] = ["editor", "fixes", "tour", "ui"];

/// The tests that come to mutants, the quickest first.
pub(super) struct Tests<'a>(Vec<Test<'a>>);

/// A test that passes without a mutant.
struct Test<'a> {
    binary: &'a Binary,
    name: String,
    time: Duration,
    /// The mutants that it comes to.
    meets: BTreeSet<u32>,
}

impl<'a> Tests<'a> {
    /// Runs each test as it is.
    pub(super) fn of(copy: &WorkspaceCopy<'_>, build: &'a Build) -> Result<Self, Failed> {
        let traces = copy.root.join("traces");
        fs::create_dir_all(&traces)?;
        let mut names = Vec::new();
        for binary in build.tests.iter().filter(|binary| !COMPILING.contains(&&*binary.name)) {
            let output = binary.command().args(["--list", "--format", "terse"]).output()?;
            let list = String::from_utf8(output.stdout)?;
            let tests = list.lines().filter_map(|line| line.strip_suffix(": test"));
            names.extend(tests.map(|name| (binary, name.to_owned())));
        }
        let tests = workers::each(&names, |(binary, name)| Test::of(binary, name, &traces))?;
        let mut tests: Vec<_> = tests.into_iter().flatten().collect();
        tests.sort_by_key(|test| test.time);
        eprintln!("{} tests, {} of them come to mutants", names.len(), tests.len());
        Ok(Self(tests))
    }

    /// The first test that fails ends it.
    pub(super) fn judge(&self, number: u32) -> Result<Verdict, Failed> {
        for test in self.0.iter().filter(|test| test.meets.contains(&number)) {
            match end(test.command().env("MUTANT", number.to_string()), test.limit())? {
                End::Failed => return Ok(Verdict::Caught),
                End::TimedOut => return Ok(Verdict::TimedOut),
                End::Passed => {}
            }
        }
        Ok(Verdict::Missed)
    }
}

impl<'a> Test<'a> {
    /// Runs it, and again to see which mutants it comes to. Nothing if it comes to none.
    fn of(binary: &'a Binary, name: &str, traces: &Path) -> Result<Option<Self>, Failed> {
        let mut test =
            Self { binary, name: name.to_owned(), time: LONGEST, meets: BTreeSet::new() };
        let start = Instant::now();
        let without = end(&mut test.command(), LONGEST)?;
        test.time = start.elapsed();
        let program = binary.program.file_name().unwrap_or_default().display();
        let trace = traces.join(format!("{program}-{}", name.replace("::", "-")));
        fs::write(&trace, "")?;
        let with_trace = end(test.command().env("MUTANT_TRACE", &trace), LONGEST * 2)?;
        if without != End::Passed || with_trace != End::Passed {
            eprintln!("left out, since it fails or is slow: {name} of {}", binary.name);
            return Ok(None);
        }
        let met = fs::read_to_string(&trace)?;
        test.meets = met.lines().map(str::parse).collect::<Result<_, _>>()?;
        Ok((!test.meets.is_empty()).then_some(test))
    }

    fn command(&self) -> Command {
        let mut command = self.binary.command();
        command.args(["--exact", &self.name]);
        command
    }

    fn limit(&self) -> Duration {
        self.time * 5 + Duration::from_secs(5)
    }
}

impl Binary {
    /// As Cargo runs it.
    pub(super) fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.current_dir(&self.folder).env("CARGO_MANIFEST_DIR", &self.folder);
        command
    }
}
