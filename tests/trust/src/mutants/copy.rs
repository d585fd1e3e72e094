//! A copy of the workspace in which a crate has all its mutants.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;
use std::{env, fs};

use super::build::Left;
use super::list::Mutant;
use super::weave::{Woven, weave};
use crate::{Failed, workspace};

/// What is expanded again: a package of the copy alone.
const REPLAY: &str = "replay";

pub(super) struct WorkspaceCopy<'a> {
    pub(super) package: &'static str,
    /// Its workspace, made anew each time.
    pub(super) root: PathBuf,
    /// Where it is, with what is kept for the next time.
    pub(super) folder: PathBuf,
    pub(super) mutants: &'a [Mutant],
    /// A comment that is new each time, so that all is compiled again, and what the macros are given is noted.
    stamp: String,
}

impl<'a> WorkspaceCopy<'a> {
    /// Copies the files that are in version control or could be, as they are now.
    pub(super) fn new(package: &'static str, mutants: &'a [Mutant]) -> Result<Self, Failed> {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH)?;
        // Not in the folder that Cargo builds in: messages of the compiler have other paths there.
        let folder = env::temp_dir().join("envelope-mutants").join(package);
        let root = folder.join("workspace");
        if root.exists() {
            fs::remove_dir_all(&root)?;
        }
        let stamp = format!("// {}\n", now.as_nanos());
        let copy = Self { package, root, folder, mutants, stamp };
        copy.files()?;
        copy.replay()?;
        Ok(copy)
    }

    /// What the macros are given while crates are compiled.
    pub(super) fn records(&self) -> PathBuf {
        self.root.join("records")
    }

    fn files(&self) -> Result<(), Failed> {
        let mut git = Command::new("git");
        git.args(["ls-files", "--cached", "--others", "--exclude-standard", "-z"]);
        let workspace = workspace::root()?;
        let list = workspace::output(git.current_dir(&workspace))?;
        for file in list.split_terminator('\0').collect::<BTreeSet<_>>() {
            // It can be deleted and not yet committed.
            if let Ok(content) = fs::read(workspace.join(file)) {
                self.write(Path::new(file), &content)?;
            }
        }
        let manifest = fs::read_to_string(workspace.join("Cargo.toml"))?;
        let manifest = manifest
            .replace("tests/trust", REPLAY)
            .replace("[workspace.lints.rust]", "[workspace.lints.rust]\nwarnings = \"allow\"");
        // The tests run thousands of times. What is built has another name than in the workspace, too.
        let profile = format!("\n[profile.dev.package.{}]\nopt-level = 1\n", self.package);
        self.write(Path::new("Cargo.toml"), (manifest + &profile).as_bytes())
    }

    fn replay(&self) -> Result<(), Failed> {
        let folder = Path::new(REPLAY);
        let program = format!("{}{}", include_str!("replay/main.rs.in"), question());
        self.write(&folder.join("Cargo.toml"), include_bytes!("replay/Cargo.toml.in"))?;
        self.write(&folder.join("src/main.rs"), program.as_bytes())
    }

    fn write(&self, file: &Path, content: &[u8]) -> Result<(), Failed> {
        let path = self.root.join(file);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        Ok(fs::write(path, content)?)
    }

    /// Weaves the mutants in, but for those that are left out.
    pub(super) fn weave(&self, left: &mut Left) -> Result<BTreeMap<PathBuf, Woven>, Failed> {
        let mut files: BTreeMap<&Path, Vec<(u32, &Mutant)>> = BTreeMap::new();
        let roots = self.crate_roots();
        files.extend(roots.iter().map(|root| (root.as_path(), Vec::new())));
        for (number, mutant) in (1..).zip(self.mutants) {
            let file = files.entry(&mutant.file).or_default();
            if left.verdict(number).is_none() {
                file.push((number, mutant));
            }
        }
        let workspace = workspace::root()?;
        let mut all = BTreeMap::new();
        for (file, mutants) in files {
            let woven =
                weave(&fs::read_to_string(workspace.join(file))?, &mutants, &left.functions)?;
            left.unviable.extend(&woven.without_place);
            let mut text = woven.text.clone();
            if roots.iter().any(|root| root == file) {
                // At the end, so that no byte before it moves.
                text += &question();
                text += &self.stamp;
            }
            self.write(file, text.as_bytes())?;
            all.insert(file.to_path_buf(), woven);
        }
        Ok(all)
    }

    /// The crates that have the files with mutants. The cases have those of the macros as well.
    fn crate_roots(&self) -> Vec<PathBuf> {
        let library = Path::new(self.package).join("src/lib.rs");
        match self.package {
            "envelope-macros" => vec![library, PathBuf::from("tests/cases/src/lib.rs")],
            _ => vec![library],
        }
    }
}

/// The module that is asked which mutant is on.
fn question() -> String {
    let module = include_str!("question.rs.in");
    format!("\n#[allow(warnings, clippy::all)]\nmod mutant {{\n{module}}}\n")
}
