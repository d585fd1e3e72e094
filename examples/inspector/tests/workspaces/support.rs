//! Workspaces that the tests write.

#![allow(dead_code, reason = "not every test file needs all of it")]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fmt::Debug;
use std::fs;
use std::path::{Path, PathBuf};

use envelope_runtime::{ErrorReport, ToolError};
use serde_json::Value;
use workspace_inspector::{Inspector, InspectorError, MAX_PAGE_SIZE};

/// A folder for one test, empty at first.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        Self::at(Self::path_of(name).as_ref())
    }

    /// Where a folder is, or will be.
    pub(crate) fn path_of(name: &str) -> String {
        format!("{}/{name}", env!("CARGO_TARGET_TMPDIR"))
    }

    pub(crate) fn at(folder: &Path) -> Self {
        if folder.exists() {
            fs::remove_dir_all(folder).unwrap();
        }
        fs::create_dir_all(folder).unwrap();
        Self(folder.to_owned())
    }

    /// A workspace of packages, each with an empty library.
    pub(crate) fn workspace(name: &str, packages: &[&str]) -> Self {
        let folder = Self::new(name);
        folder.write(
            "Cargo.toml",
            format!("[workspace]\nmembers = {packages:?}\nresolver = \"3\"\n"),
        );
        for package in packages {
            folder.package(package, "");
        }
        folder
    }

    /// A package in a folder, whose manifest goes on with `more`.
    pub(crate) fn package(&self, path: &str, more: &str) {
        let name = path.rsplit('/').next().unwrap_or(path);
        let start = "version = \"1.2.3\"\nedition = \"2024\"\n";
        self.write(
            &format!("{path}/Cargo.toml"),
            format!("[package]\nname = \"{name}\"\n{start}{more}"),
        );
        self.write(&format!("{path}/src/lib.rs"), "");
    }

    pub(crate) fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.0.join(path)
    }

    pub(crate) fn inspector(&self) -> Inspector {
        Inspector::new(&self.0)
    }
}

/// What an agent reads of an error.
pub(crate) fn report<T>(result: Result<T, InspectorError>) -> ErrorReport {
    result.err().unwrap().failure().report().clone()
}

/// What every function answers, for the first packages that are listed and for these: data and errors, with all that they say.
pub(crate) fn answers(inspector: &Inspector, packages: &[&str]) -> String {
    let listed = inspector.packages(None, MAX_PAGE_SIZE);
    let names = listed.iter().flat_map(|page| &page.items).map(|package| package.name.as_str());
    let mut names: Vec<_> = names.take(3).chain(packages.iter().copied()).collect();
    names.sort_unstable();
    names.dedup();
    let mut answers = shown("packages", &listed);
    answers += &shown("find_packages", &inspector.find_packages("a", None, MAX_PAGE_SIZE));
    answers += &shown("dependents", &inspector.dependents("serde", None, MAX_PAGE_SIZE));
    for name in names {
        answers += &shown("package", &inspector.package(name));
        answers += &shown("count", &inspector.count(name));
        answers += &shown("unsafe_sites", &inspector.unsafe_sites(name, None, MAX_PAGE_SIZE));
        answers += &shown("exports", &inspector.exports(name, None, MAX_PAGE_SIZE));
    }
    answers
}

fn shown<T: Debug>(function: &str, answer: &Result<T, InspectorError>) -> String {
    match answer {
        Ok(data) => format!("{function}: {data:?}\n"),
        Err(error) => format!("{function}: {error:?} {:?}\n", error.failure().report()),
    }
}

/// The fields that are marked as details.
pub(crate) fn details(report: &ErrorReport) -> Value {
    serde_json::to_value(report.details()).unwrap()
}
