//! How many tests there are.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use crate::results::{self, Counts};
use crate::{Failed, workspace};

/// The folders with folders of mistakes, each a file.
const UI: [&str; 2] = ["tests/ui", "tests/integrations/tests/ui"];

/// Counts the tests of the workspace, and writes `results/counts.json`.
///
/// # Errors
/// The tests could not be listed.
pub fn run() -> Result<(), Failed> {
    let mut cargo = workspace::cargo()?;
    cargo.args(["test", "--quiet", "--workspace", "--all-features", "--", "--list"]);
    let list = workspace::output(cargo.args(["--format", "terse"]))?;
    let tests = list.lines().filter_map(|line| line.strip_suffix(": test"));
    // A doctest has the name of a file and a line.
    let (doctests, tests): (Vec<_>, Vec<_>) = tests.partition(|name| name.contains("(line "));
    let mut mistakes = 0;
    for folder in UI {
        mistakes += mistakes_in(&workspace::root()?.join(folder))?;
    }
    let (tests, doctests) = (tests.len() as u64, doctests.len() as u64);
    results::write("counts", &Counts { tests, doctests, mistakes })
}

/// The files of Rust in the folders of a folder.
fn mistakes_in(folder: &Path) -> Result<u64, Failed> {
    let mut mistakes = 0;
    for subject in fs::read_dir(folder)? {
        let subject = subject?.path();
        if subject.is_dir() {
            let files = fs::read_dir(subject)?.collect::<Result<Vec<_>, _>>()?;
            let is_rust = |file: &fs::DirEntry| file.path().extension() == Some(OsStr::new("rs"));
            mistakes += files.iter().filter(|file| is_rust(file)).count() as u64;
        }
    }
    Ok(mistakes)
}
