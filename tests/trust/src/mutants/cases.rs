//! The cases of `tests/ui`, with a mutant.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

use serde::Deserialize;

use super::build::{Binary, Build};
use super::copy::WorkspaceCopy;
use super::process::{End, end};
use crate::{Failed, workspace};

/// All cases of a package together take less.
const LONGEST: Duration = Duration::from_secs(900);

/// The test that compiles the cases.
const TEST: &str = "mistakes_do_not_compile";

/// They are compiled in one folder for each package, so one mutant is tried after the other.
pub(super) struct Cases<'a>(Mutex<Vec<Suite<'a>>>);

/// The cases of one package.
struct Suite<'a> {
    binary: &'a Binary,
    /// The crate of each case, as `package/crate`, and its path in the package.
    paths: BTreeMap<String, String>,
}

/// The manifest of a package, or of the project that `trybuild` makes for it.
#[derive(Deserialize)]
struct Manifest {
    package: Package,
    #[serde(default)]
    bin: Vec<Case>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
}

#[derive(Deserialize)]
struct Case {
    name: String,
    path: String,
}

impl<'a> Cases<'a> {
    /// Compiles the cases without a mutant, and notes what the macros are given.
    pub(super) fn of(copy: &WorkspaceCopy<'_>, build: &'a Build) -> Result<Self, Failed> {
        let mut suites = Vec::new();
        for binary in build.tests.iter().filter(|binary| binary.name == "ui") {
            let mut command = binary.command();
            command.arg(TEST).env("MUTANT_RECORD", copy.records());
            if end(&mut command, LONGEST)? != End::Passed {
                return Err("the cases of `tests/ui` fail without a mutant".into());
            }
            suites.push(Suite { binary, paths: paths(binary)? });
        }
        Ok(Self(Mutex::new(suites)))
    }

    /// Whether the compiler says the same about those of these crates that are cases.
    pub(super) fn pass(&self, crates: &[&str], number: u32) -> Result<bool, Failed> {
        let suites = self.0.lock().map_err(|_| "a worker panicked")?;
        for suite in suites.iter() {
            let paths = crates.iter().filter_map(|name| suite.paths.get(*name));
            let paths: Vec<String> = paths.map(|path| format!("trybuild={path}")).collect();
            if paths.is_empty() {
                continue;
            }
            let mut command = suite.binary.command();
            command.arg(TEST).args(paths).env("MUTANT", number.to_string());
            if end(&mut command, LONGEST)? != End::Passed {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

fn paths(binary: &Binary) -> Result<BTreeMap<String, String>, Failed> {
    let Manifest { package, .. } = manifest(&binary.folder)?;
    let project = workspace::target()?.join("tests/trybuild").join(package.name);
    let Manifest { package, bin } = manifest(&project)?;
    let path = |case: &Case| {
        let path = Path::new(&case.path).strip_prefix(&binary.folder).ok()?;
        Some((format!("{}/{}", package.name, case.name), path.display().to_string()))
    };
    Ok(bin.iter().filter_map(path).collect())
}

fn manifest(folder: &Path) -> Result<Manifest, Failed> {
    Ok(toml::from_str(&fs::read_to_string(folder.join("Cargo.toml"))?)?)
}
