//! The data of the tour: the packages of a Cargo workspace, as plain functions with one error enum.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

use envelope_runtime::{Page, Payload, ToolError, ToolFailure};
use serde::{Deserialize, Serialize};

/// Everything that can go wrong. Each variant tells the agent its next step.
#[derive(Debug, thiserror::Error, ToolError)]
pub enum WorkspaceError {
    #[error("There is no package '{name}' in this workspace")]
    #[tool_error(
        code = "NOT_FOUND",
        remediation = "Retry with one of the near misses, or list the packages with list_packages"
    )]
    NoSuchPackage {
        #[tool_error(detail)]
        name: String,
        #[tool_error(detail)]
        near_misses: Vec<String>,
    },

    #[error("The name is empty")]
    #[tool_error(code = "VALIDATION_ERROR", remediation = "Take a name from list_packages")]
    EmptyName,

    #[error("Cargo cannot read {}", manifest.display())]
    #[tool_error(
        code = "MANIFEST_UNREADABLE",
        error_type = "validation",
        codes("code-scalpel-v1" = "invalid_path"),
        remediation = "Fix {manifest}, then retry; to inspect another folder, start the tour there"
    )]
    Unreadable {
        #[tool_error(path)]
        manifest: PathBuf,
    },

    #[error(transparent)]
    #[tool_error(transparent)]
    Page(#[from] ToolFailure),
}

/// A package in a list.
#[derive(Serialize, Payload)]
pub struct Summary {
    name: String,
    version: String,
    description: Option<String>,
}

/// One package, as `cargo metadata` describes it.
#[derive(Clone, Deserialize, Serialize, Payload)]
pub struct Package {
    pub name: String,
    version: String,
    description: Option<String>,
    license: Option<String>,
    pub dependencies: Vec<Dependency>,
    #[serde(skip_serializing)]
    manifest_path: PathBuf,
}

#[derive(Clone, Deserialize, Serialize)]
pub struct Dependency {
    name: String,
    req: String,
}

/// The source of a package.
#[derive(Serialize, Payload)]
pub struct Counted {
    package: String,
    files: usize,
    pub lines: usize,
    /// The files that could not be read, relative to the package.
    #[serde(skip)]
    pub left_out: Vec<String>,
}

/// The workspace in a folder.
pub struct Workspace {
    packages: Option<Vec<Package>>,
    page_bytes: usize,
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

impl Workspace {
    /// Reads the workspace. If Cargo can't, each tool answers with a failure.
    pub fn read(folder: &Path, page_bytes: usize) -> Self {
        Self { packages: metadata(folder).ok(), page_bytes }
    }

    /// Returns as many packages as fit on a page, after the package whose name is the cursor.
    pub fn packages(&self, cursor: Option<&str>) -> Result<Page<Summary>, WorkspaceError> {
        let after = cursor.unwrap_or_default();
        let rest = self.all()?.iter().filter(|package| *package.name > *after);
        let summaries = rest.map(|Package { name, version, description, .. }| Summary {
            name: name.clone(),
            version: version.clone(),
            description: description.clone(),
        });
        Ok(Page::fitting(summaries, self.page_bytes, |last| last.name.clone())?)
    }

    /// One package.
    pub fn package(&self, name: &str) -> Result<Package, WorkspaceError> {
        Ok(self.find(name)?.clone())
    }

    /// Counts the lines below `src`.
    pub fn count(&self, name: &str) -> Result<Counted, WorkspaceError> {
        let folder = self.find(name)?.manifest_path.with_file_name("src");
        let mut counted =
            Counted { package: name.to_owned(), files: 0, lines: 0, left_out: Vec::new() };
        counted.add(&folder, "src");
        Ok(counted)
    }

    fn all(&self) -> Result<&[Package], WorkspaceError> {
        let unreadable = || WorkspaceError::Unreadable { manifest: "Cargo.toml".into() };
        self.packages.as_deref().ok_or_else(unreadable)
    }

    fn find(&self, name: &str) -> Result<&Package, WorkspaceError> {
        if name.is_empty() {
            return Err(WorkspaceError::EmptyName);
        }
        let packages = self.all()?;
        packages.iter().find(|package| package.name == name).ok_or_else(|| {
            let is_near =
                |near: &&Package| name.starts_with(&near.name) || near.name.starts_with(name);
            let near_misses =
                packages.iter().filter(is_near).map(|near| near.name.clone()).collect();
            WorkspaceError::NoSuchPackage { name: name.to_owned(), near_misses }
        })
    }
}

impl Counted {
    fn add(&mut self, folder: &Path, place: &str) {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let place = format!("{place}/{}", entry.file_name().display());
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                self.add(&entry.path(), &place);
            } else if place.ends_with(".rs") {
                match fs::read_to_string(entry.path()) {
                    Ok(text) => {
                        self.files += 1;
                        self.lines += text.lines().count();
                    }
                    Err(_) => self.left_out.push(place),
                }
            }
        }
    }
}

/// The packages by name. Cargo reads manifests only, so it needs neither a lock file nor a network.
fn metadata(folder: &Path) -> io::Result<Vec<Package>> {
    let output = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["metadata", "--no-deps", "--format-version=1", "--manifest-path"])
        .arg(folder.join("Cargo.toml"))
        .output()?;
    let Metadata { mut packages } = serde_json::from_slice(&output.stdout)?;
    packages.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(packages)
}
