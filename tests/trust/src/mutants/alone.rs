//! Mutants in constants, which cannot ask which one is on: each is built alone, and the unit tests of its crate run.

use std::fs;
use std::process::Command;
use std::time::Duration;

use super::copy::WorkspaceCopy;
use super::list::Mutant;
use super::process::{End, end};
use super::verdicts::Verdict;
use crate::{Failed, workspace};

const LONGEST: Duration = Duration::from_secs(600);

pub(super) fn judge(copy: &WorkspaceCopy<'_>, mutant: &Mutant) -> Result<Verdict, Failed> {
    let path = copy.root.join(&mutant.file);
    let woven = fs::read(&path)?;
    let text = fs::read_to_string(workspace::root()?.join(&mutant.file))?;
    fs::write(&path, mutant.applied(&text))?;
    let verdict = with(copy);
    fs::write(&path, woven)?;
    verdict
}

fn with(copy: &WorkspaceCopy<'_>) -> Result<Verdict, Failed> {
    let test = |option: &[&str]| {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["test", "--lib", "--all-features", "--package", copy.package]).args(option);
        cargo.current_dir(&copy.root).env("CARGO_TARGET_DIR", workspace::target()?);
        end(&mut cargo, LONGEST)
    };
    if test(&["--no-run"])? != End::Passed {
        return Ok(Verdict::Unviable);
    }
    Ok(match test(&[])? {
        End::Passed => Verdict::Missed,
        End::Failed => Verdict::Caught,
        End::TimedOut => Verdict::TimedOut,
    })
}
