//! The lines and branches of the two crates that tests reach.
//!
//! The tests are those of `cargo test --workspace --all-features`, but for two packages, with all that they start: the macros run inside
//! of the compiler, which loads their instrumented library for the cases of `tests/ui` and for doctests, too.

mod lcov;

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::results::{self, Coverage, Covered, Share};
use crate::{Failed, workspace};

const PACKAGES: [&str; 2] = ["envelope-runtime", "envelope-macros"];
/// Examples, whose tests measure time and memory: instrumented code takes more of both.
const LEFT_OUT: [&str; 2] = ["mcp-server", "workspace-inspector"];
/// In thousandths. A file below it is listed.
const LISTED_BELOW: u64 = 900;

/// Runs the tests with instrumented crates, and writes `results/coverage.json`.
///
/// # Errors
/// A test failed, or `cargo llvm-cov` could not be installed.
pub fn run() -> Result<(), Failed> {
    let target = workspace::target()?.join("coverage");
    let instrumented = || -> Result<Command, Failed> {
        let mut bash = Command::new("bash");
        bash.arg("tests/trust/src/coverage/instrumented");
        bash.current_dir(workspace::root()?).env("CARGO_TARGET_DIR", &target);
        Ok(bash)
    };
    workspace::run(instrumented()?.args(["llvm-cov", "clean", "--workspace"]))?;
    let mut tests = instrumented()?;
    tests.args(["test", "--workspace", "--all-features"]);
    workspace::run(tests.args(LEFT_OUT.map(|package| format!("--exclude={package}"))))?;
    let report = target.join("lcov.info");
    let mut llvm_cov = instrumented()?;
    llvm_cov.args(["llvm-cov", "report", "--doctests", "--lcov", "--output-path"]).arg(&report);
    workspace::run(llvm_cov.args(PACKAGES.map(|package| format!("--package={package}"))))?;
    results::write("coverage", &coverage(&fs::read_to_string(report)?)?)
}

/// What a report says about the crates.
fn coverage(report: &str) -> Result<Coverage, Failed> {
    let root = workspace::root()?;
    let mut files = Vec::new();
    for record in lcov::records(report) {
        let Ok(path) = Path::new(record.file).strip_prefix(&root) else { continue };
        if is_of_a_package(path) {
            let code = code(&fs::read_to_string(record.file)?);
            files.push(record.covered(path.display().to_string(), &code)?);
        }
    }
    let crates = PACKAGES.map(|package| {
        sum(package, files.iter().filter(|file| Path::new(&file.name).starts_with(package)))
    });
    let is_low = |share: Share| share.per_mille() < LISTED_BELOW;
    files.retain(|file| is_low(file.lines) || is_low(file.branches));
    Ok(Coverage { crates: crates.into(), files })
}

/// Whether it is code of one of the crates, and no tests.
fn is_of_a_package(file: &Path) -> bool {
    let is_source = PACKAGES.iter().any(|package| file.starts_with(format!("{package}/src")));
    let is_tests = file.components().any(|part| part.as_os_str() == "tests")
        || file.file_stem().is_some_and(|name| name == "tests");
    is_source && !is_tests
}

/// Whether each line is code of the crate: no comment, whose examples are tests, and not in the module of tests, which is the last item
/// of its file.
fn code(text: &str) -> Vec<bool> {
    let code = text.split("\n#[cfg(test)]\nmod tests {").next().unwrap_or(text);
    code.lines().map(|line| !line.trim_start().starts_with("//")).collect()
}

fn sum<'a>(name: &str, files: impl Iterator<Item = &'a Covered>) -> Covered {
    let none =
        Covered { name: name.to_owned(), lines: Share::default(), branches: Share::default() };
    files.fold(none, |sum, file| Covered {
        lines: sum.lines + file.lines,
        branches: sum.branches + file.branches,
        ..sum
    })
}
