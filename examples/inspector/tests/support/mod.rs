//! Workspaces that the tests write.

#![allow(dead_code, reason = "not every test file needs all of it")]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::{Path, PathBuf};

use envelope_runtime::{ErrorReport, ToolError};
use serde_json::Value;
use workspace_inspector::{Inspector, InspectorError};

/// A folder of the test's own, empty at first.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        Self::at(&Path::new(env!("CARGO_TARGET_TMPDIR")).join(name))
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

/// The fields that are marked as details.
pub(crate) fn details(report: &ErrorReport) -> Value {
    serde_json::to_value(report.details()).unwrap()
}
