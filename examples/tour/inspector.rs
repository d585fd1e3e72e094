//! An inspector for Cargo workspaces, as plain functions: what the tools of every contract do, and one enum for what can go
//! wrong.

use std::path::{Path, PathBuf};

use envelope_runtime::{Payload, ToolError};
use serde::Serialize;

use crate::workspace::{Dependent, Package, Source, Workspace};

/// How many packages a page may have.
const MAX_PAGE_SIZE: usize = 50;

/// What can go wrong in a tool. Each variant says what happened and what the agent can do about it.
#[derive(Debug, thiserror::Error, ToolError)]
pub enum InspectorError {
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

    #[error("The cursor '{cursor}' does not come from list_packages")]
    #[tool_error(
        code = "INVALID_FORMAT",
        remediation = "Pass meta.pagination.cursor of the page before, or none for the first page"
    )]
    BadCursor {
        #[tool_error(detail = "received")]
        cursor: String,
    },

    #[error("page_size must be between 1 and {max}")]
    #[tool_error(code = "VALIDATION_ERROR", remediation = "Pass a page_size between 1 and {max}")]
    BadPageSize {
        #[tool_error(detail)]
        max: usize,
        #[tool_error(detail)]
        received: usize,
    },

    #[error("Cargo cannot read a manifest here: {reason}")]
    #[tool_error(
        code = "MANIFEST_UNREADABLE",
        error_type = "validation",
        codes("code-scalpel-v1" = "invalid_path"),
        remediation = "Pass the folder of a Cargo package or workspace"
    )]
    Manifest {
        #[tool_error(path)]
        folder: PathBuf,
        reason: String,
    },

    #[error(transparent)]
    #[tool_error(transparent)]
    Io(#[from] std::io::Error),
}

/// Some of the packages.
#[derive(Serialize, Payload)]
pub struct Packages {
    pub packages: Vec<Summary>,
}

#[derive(Serialize)]
pub struct Summary {
    name: String,
    version: String,
    description: Option<String>,
}

/// A page of packages, and what there is beside it.
pub struct Page {
    pub packages: Packages,
    pub next_cursor: Option<String>,
    pub total_count: usize,
}

/// The packages that depend on a crate.
#[derive(Serialize, Payload)]
pub struct Dependents {
    #[serde(rename = "crate")]
    pub krate: String,
    pub dependents: Vec<Dependent>,
}

/// The size of a package's source.
#[derive(Serialize, Payload)]
pub struct Counted {
    pub package: String,
    pub source: Source,
    /// The files that are no valid Rust.
    #[serde(skip)]
    pub unparsed: Vec<String>,
}

/// Reads the Cargo workspace in a folder.
pub struct Inspector {
    folder: PathBuf,
}

impl Inspector {
    pub fn new(folder: &Path) -> Self {
        Self { folder: folder.to_owned() }
    }

    fn workspace(&self) -> Result<Workspace, InspectorError> {
        Workspace::read(&self.folder)
            .map_err(|reason| InspectorError::Manifest { folder: self.folder.clone(), reason })
    }

    /// A page of the packages, by name.
    pub fn packages(&self, cursor: Option<&str>, page_size: usize) -> Result<Page, InspectorError> {
        if !(1..=MAX_PAGE_SIZE).contains(&page_size) {
            return Err(InspectorError::BadPageSize { max: MAX_PAGE_SIZE, received: page_size });
        }
        let workspace = self.workspace()?;
        let all = workspace.packages();
        // A cursor is the name of the first package of its page: new packages do not shift what follows.
        let start = match cursor {
            None => 0,
            Some(cursor) => all
                .iter()
                .position(|package| package.name == cursor)
                .ok_or_else(|| InspectorError::BadCursor { cursor: cursor.to_owned() })?,
        };
        let page = all.iter().skip(start).take(page_size).map(|package| Summary {
            name: package.name.clone(),
            version: package.version.clone(),
            description: package.description.clone(),
        });
        Ok(Page {
            packages: Packages { packages: page.collect() },
            next_cursor: all.get(start + page_size).map(|next| next.name.clone()),
            total_count: all.len(),
        })
    }

    /// One package.
    pub fn package(&self, name: &str) -> Result<Package, InspectorError> {
        self.workspace()?.package(name)
    }

    /// The packages that depend on a crate. None is an answer, too.
    pub fn dependents(&self, krate: &str) -> Result<Dependents, InspectorError> {
        let dependents = self.workspace()?.dependents(krate);
        Ok(Dependents { krate: krate.to_owned(), dependents })
    }

    /// The source lines and the `unsafe` blocks of a package.
    pub fn count(&self, name: &str) -> Result<Counted, InspectorError> {
        let package = self.workspace()?.package(name)?;
        let (source, unparsed) = Source::count(&package.folder)?;
        Ok(Counted { package: package.name, source, unparsed })
    }
}
