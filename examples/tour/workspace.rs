//! What the tools read: the packages of a Cargo workspace, and their source.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use cargo_metadata::MetadataCommand;
use envelope_runtime::Payload;
use serde::Serialize;
use syn::visit::{self, Visit};
use walkdir::WalkDir;

use crate::inspector::InspectorError;

/// The packages that are members of a workspace.
pub struct Workspace {
    packages: Vec<Package>,
    dependencies: Vec<(String, Dependent)>,
}

#[derive(Clone, Serialize, Payload)]
pub struct Package {
    pub name: String,
    pub version: String,
    pub description: Option<String>,
    edition: String,
    rust_version: Option<String>,
    license: Option<String>,
    targets: Vec<String>,
    dependencies: Vec<String>,
    #[serde(skip)]
    pub folder: PathBuf,
}

/// A package that depends on the crate in question.
#[derive(Clone, Serialize)]
pub struct Dependent {
    pub package: String,
    requirement: String,
    kind: String,
}

impl Workspace {
    /// Asks Cargo. The error is what Cargo says.
    pub fn read(folder: &Path) -> Result<Self, String> {
        let metadata = MetadataCommand::new()
            .manifest_path(folder.join("Cargo.toml"))
            .no_deps()
            .exec()
            .map_err(|error| match error {
                cargo_metadata::Error::CargoMetadata { stderr } => stderr.trim().to_owned(),
                error => error.to_string(),
            })?;
        let mut workspace = Self { packages: Vec::new(), dependencies: Vec::new() };
        for package in metadata.packages {
            for dependency in &package.dependencies {
                let dependent = Dependent {
                    package: package.name.to_string(),
                    requirement: dependency.req.to_string(),
                    kind: dependency.kind.to_string(),
                };
                workspace.dependencies.push((dependency.name.clone(), dependent));
            }
            workspace.packages.push(Package::from(package));
        }
        workspace.packages.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(workspace)
    }

    /// Every package, by name.
    pub fn packages(&self) -> &[Package] {
        &self.packages
    }

    /// The package with this name.
    pub fn package(&self, name: &str) -> Result<Package, InspectorError> {
        let found = self.packages.iter().find(|package| package.name == name);
        found.cloned().ok_or_else(|| InspectorError::NoSuchPackage {
            name: name.to_owned(),
            near_misses: self.near_misses(name),
        })
    }

    /// The names that were probably meant, the likeliest first.
    fn near_misses(&self, name: &str) -> Vec<String> {
        let likeness = |package: &&Package| strsim::jaro_winkler(&package.name, name);
        let mut near: Vec<_> =
            self.packages.iter().filter(|package| likeness(package) > 0.8).collect();
        near.sort_by(|one, other| likeness(other).total_cmp(&likeness(one)));
        near.into_iter().take(3).map(|package| package.name.clone()).collect()
    }

    /// The packages that depend on a crate.
    pub fn dependents(&self, krate: &str) -> Vec<Dependent> {
        let on_crate = self.dependencies.iter().filter(|(name, _)| name == krate);
        on_crate.map(|(_, dependent)| dependent.clone()).collect()
    }
}

impl From<cargo_metadata::Package> for Package {
    fn from(package: cargo_metadata::Package) -> Self {
        let mut folder = PathBuf::from(&package.manifest_path);
        folder.pop();
        Self {
            folder,
            name: package.name.to_string(),
            version: package.version.to_string(),
            description: package.description,
            edition: package.edition.to_string(),
            rust_version: package.rust_version.map(|version| version.to_string()),
            license: package.license,
            targets: package.targets.into_iter().map(|target| target.name).collect(),
            dependencies: package.dependencies.into_iter().map(|crate_| crate_.name).collect(),
        }
    }
}

/// How large a package's source is.
#[derive(Default, Serialize)]
pub struct Source {
    files: u32,
    pub lines: usize,
    unsafe_blocks: u32,
}

impl Source {
    /// Counts the files under `src`, and names those that are no valid Rust.
    pub fn count(folder: &Path) -> io::Result<(Self, Vec<String>)> {
        let mut source = Self::default();
        let mut unparsed = Vec::new();
        for entry in WalkDir::new(folder.join("src")).sort_by_file_name() {
            let entry = entry?;
            if entry.path().extension().is_none_or(|extension| extension != "rs") {
                continue;
            }
            let text = fs::read_to_string(entry.path())?;
            source.files += 1;
            source.lines += text.lines().count();
            match syn::parse_file(&text) {
                Ok(file) => source.visit_file(&file),
                Err(_) => unparsed.push(entry.path().display().to_string()),
            }
        }
        Ok((source, unparsed))
    }
}

impl<'ast> Visit<'ast> for Source {
    fn visit_expr_unsafe(&mut self, block: &'ast syn::ExprUnsafe) {
        self.unsafe_blocks += 1;
        visit::visit_expr_unsafe(self, block);
    }
}
