//! How Cargo compiles a crate, to do it again with a mutant.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;
use std::thread;
use std::time::Duration;

use super::process::{End, end};
use crate::Failed;

/// For the compiler, and for the tests of a crate.
const LONGEST: Duration = Duration::from_secs(300);

pub(super) struct Compilation {
    /// A line for the shell, as Cargo prints it.
    line: String,
    is_test: bool,
    /// Whether all is well without a mutant. It is only asked when something is wrong with one.
    passes_without: OnceLock<bool>,
}

/// From what `cargo build -vv` prints, by `package/crate`.
pub(super) fn compilations(log: &str) -> BTreeMap<String, Compilation> {
    let mut compilations = BTreeMap::new();
    for line in log.lines() {
        let line = line.trim_start().strip_prefix("Running `");
        let Some(line) = line.and_then(|line| line.strip_suffix('`')) else { continue };
        let names = (word(line, "CARGO_PKG_NAME="), word(line, "CARGO_CRATE_NAME="));
        let (Some(package), Some(name)) = names else { continue };
        let (line, is_test) = (line.to_owned(), line.contains(" --test "));
        let compilation = Compilation { line, is_test, passes_without: OnceLock::new() };
        let key = format!("{package}/{name}");
        // A library is compiled with its tests as well, and those say more.
        if compilation.is_test || !compilations.contains_key(&key) {
            compilations.insert(key, compilation);
        }
    }
    compilations
}

/// The word that comes after.
fn word<'a>(line: &'a str, before: &str) -> Option<&'a str> {
    let (_, rest) = line.split_once(before)?;
    Some(rest.split(' ').next()?.trim_matches('\''))
}

impl Compilation {
    /// Whether the crate shows the mutant: it does not compile or its tests fail, and without the mutant all is well.
    pub(super) fn shows(&self, root: &Path, number: u32) -> Result<bool, Failed> {
        if self.passes(root, number)? {
            return Ok(false);
        }
        if let Some(passes) = self.passes_without.get() {
            return Ok(*passes);
        }
        let passes = self.passes(root, 0)?;
        Ok(*self.passes_without.get_or_init(|| passes))
    }

    fn passes(&self, root: &Path, number: u32) -> Result<bool, Failed> {
        // Two workers can do it without a mutant at the same time.
        let worker = thread::current().id();
        let folder = root.join(format!("compiled-{number}-{worker:?}").replace(['(', ')'], ""));
        fs::create_dir_all(&folder)?;
        let passes = self.passes_in(&folder, root, number);
        fs::remove_dir_all(&folder)?;
        passes
    }

    fn passes_in(&self, folder: &Path, root: &Path, number: u32) -> Result<bool, Failed> {
        // Most mistakes show without code generation, which takes longest.
        if !shell(&self.compile("metadata", folder), root, number)? {
            return Ok(false);
        }
        if !self.is_test {
            return Ok(true);
        }
        if !shell(&self.compile("link", folder), root, number)? {
            return Ok(false);
        }
        let package = word(&self.line, "CARGO_MANIFEST_DIR=").unwrap_or(".");
        for file in fs::read_dir(folder)? {
            let program = file?.path();
            if program.extension().is_none() {
                return shell(&format!("cd {package} && {}", program.display()), root, number);
            }
        }
        Err(format!("no program was made by {}", self.line).into())
    }

    fn compile(&self, emitted: &str, folder: &Path) -> String {
        let words = self.line.split(' ');
        let mut is_folder = false;
        let words = words.map(|word| {
            if std::mem::replace(&mut is_folder, word == "--out-dir") {
                folder.display().to_string()
            } else if word.starts_with("--emit=") {
                format!("--emit={emitted}")
            } else {
                word.to_owned()
            }
        });
        words.collect::<Vec<_>>().join(" ")
    }
}

fn shell(line: &str, root: &Path, number: u32) -> Result<bool, Failed> {
    let mut command = Command::new("sh");
    command.args(["-c", line]).current_dir(root).env("MUTANT", number.to_string());
    Ok(end(&mut command, LONGEST)? == End::Passed)
}
