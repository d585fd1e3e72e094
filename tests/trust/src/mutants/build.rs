//! Builds the copy, without the mutants that do not compile.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use super::copy::WorkspaceCopy;
use super::verdicts::Verdict;
use super::weave::Woven;
use crate::{Failed, workspace};

/// What is compiled: the two crates and what tests them.
const PACKAGES: [&str; 9] = [
    "envelope",
    "envelope-cases",
    "envelope-foreign",
    "envelope-integrations",
    "envelope-macros",
    "envelope-replay",
    "envelope-runtime",
    "hygiene",
    "renamed",
];

/// What a build has made.
pub(super) struct Build {
    pub(super) left: Left,
    pub(super) tests: Vec<Binary>,
    pub(super) programs: Vec<Binary>,
    /// What Cargo has printed: how each crate is compiled.
    pub(super) log: String,
}

/// Mutants that are not in the build.
#[derive(Default)]
pub(super) struct Left {
    /// They do not compile.
    pub(super) unviable: BTreeSet<u32>,
    /// They are in constants, which cannot ask.
    pub(super) constant: BTreeSet<u32>,
    /// The functions that constants call, by their names.
    pub(super) functions: BTreeSet<String>,
}

impl Left {
    pub(super) fn verdict(&self, number: u32) -> Option<Verdict> {
        if self.unviable.contains(&number) {
            Some(Verdict::Unviable)
        } else if self.constant.contains(&number) {
            Some(Verdict::Constant)
        } else {
            None
        }
    }

    fn len(&self) -> usize {
        self.unviable.len() + self.constant.len() + self.functions.len()
    }
}

/// A program, or the tests of a crate.
pub(super) struct Binary {
    pub(super) name: String,
    pub(super) program: PathBuf,
    /// The package, where Cargo runs its tests.
    pub(super) folder: PathBuf,
}

impl WorkspaceCopy<'_> {
    /// Builds with all mutants but those that are left out, and again without those that the compiler refuses, until it is content.
    pub(super) fn build(&self, mut left: Left) -> Result<Build, Failed> {
        let mut log = String::new();
        loop {
            let woven = self.weave(&mut left)?;
            let (mut build, errors) = self.compile()?;
            log += &build.log;
            if errors.is_empty() {
                (build.left, build.log) = (left, log);
                return Ok(build);
            }
            let before = left.len();
            for error in &errors {
                error.assign(&woven, &mut left);
            }
            eprintln!("{} mutants do not compile", left.unviable.len());
            if left.len() == before {
                let texts: Vec<&str> = errors.iter().map(|error| &*error.rendered).collect();
                return Err(format!("no mutant is to blame:\n{}", texts.join("\n")).into());
            }
        }
    }

    fn compile(&self) -> Result<(Build, Vec<Diagnostic>), Failed> {
        let output = Command::new(env!("CARGO"))
            .args(["build", "--tests", "--bins", "--all-features", "--keep-going", "-vv"])
            .arg("--message-format=json")
            .args(PACKAGES.iter().flat_map(|package| ["--package", package]))
            .current_dir(&self.root)
            // Its dependencies are those of the workspace.
            .env("CARGO_TARGET_DIR", workspace::target()?)
            .env("MUTANT_RECORD", self.records())
            .output()?;
        let log = String::from_utf8_lossy(&output.stderr).into_owned();
        let mut build =
            Build { left: Left::default(), tests: Vec::new(), programs: Vec::new(), log };
        let mut errors = Vec::new();
        for line in str::from_utf8(&output.stdout)?.lines() {
            match serde_json::from_str(line) {
                Ok(Message::Said { message }) if message.is_error() => {
                    errors.push(message);
                }
                Ok(Message::Made(artifact)) => artifact.add_to(&mut build),
                // Build scripts print lines of their own.
                _ => {}
            }
        }
        if errors.is_empty() && !output.status.success() {
            return Err(
                format!("the build failed without an error at a place:\n{}", build.log).into()
            );
        }
        Ok((build, errors))
    }
}

#[derive(Deserialize)]
#[serde(tag = "reason")]
enum Message {
    #[serde(rename = "compiler-message")]
    Said { message: Diagnostic },
    #[serde(rename = "compiler-artifact")]
    Made(Artifact),
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct Artifact {
    target: Target,
    profile: Profile,
    executable: Option<PathBuf>,
    manifest_path: PathBuf,
}

impl Artifact {
    fn add_to(self, build: &mut Build) {
        let Some(program) = self.executable else { return };
        let folder = self.manifest_path.parent().map(Path::to_path_buf).unwrap_or_default();
        let list = if self.profile.test { &mut build.tests } else { &mut build.programs };
        list.push(Binary { name: self.target.name, program, folder });
    }
}

#[derive(Deserialize)]
struct Target {
    name: String,
}

#[derive(Deserialize)]
struct Profile {
    test: bool,
}

#[derive(Deserialize)]
struct Diagnostic {
    level: String,
    message: String,
    code: Option<Code>,
    rendered: String,
    spans: Vec<Span>,
}

#[derive(Deserialize)]
struct Code {
    code: String,
}

#[derive(Deserialize)]
struct Span {
    file_name: PathBuf,
    byte_start: usize,
    is_primary: bool,
}

impl Diagnostic {
    fn is_error(&self) -> bool {
        self.level == "error" && !self.spans.is_empty()
    }

    /// Notes which mutants, or which function, it is about.
    fn assign(&self, woven: &BTreeMap<PathBuf, Woven>, left: &mut Left) {
        let is_constant = self.code.as_ref().is_some_and(|code| code.code == "E0015");
        // "cannot call non-const function `mutant::is_on` in constants"
        let called = self.message.split('`').nth(1).unwrap_or_default();
        let name = called.rsplit("::").next().unwrap_or_default();
        if is_constant && name != "is_on" {
            left.functions.insert(name.to_owned());
            return;
        }
        let numbers = self
            .spans
            .iter()
            .filter(|span| span.is_primary)
            .filter_map(|span| Some(woven.get(&span.file_name)?.at(span.byte_start)))
            .flatten();
        if is_constant {
            left.constant.extend(numbers);
        } else {
            left.unviable.extend(numbers);
        }
    }
}
