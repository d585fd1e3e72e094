//! The packages of a Cargo workspace.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use cargo_metadata::TargetKind;
use envelope_runtime::Payload;
use serde::Serialize;

use crate::cargo::Refusal;
use crate::text::{MAX_DESCRIPTION, MAX_TEXT, cut};
use crate::{InspectorError, cargo};

/// The packages of a workspace that lie inside of a folder.
#[derive(Debug)]
pub(crate) struct Workspace {
    pub(crate) root: PathBuf,
    members: Vec<Member>,
    manifests: Vec<PathBuf>,
}

/// A package, and where its source is.
#[derive(Debug)]
pub(crate) struct Member {
    pub(crate) package: Package,
    pub(crate) folder: PathBuf,
    /// The first files of its library, its programs and its build script.
    pub(crate) entries: Vec<PathBuf>,
    pub(crate) library: Option<Library>,
    dependencies: Vec<(String, Dependent)>,
}

/// The library of a package.
#[derive(Debug)]
pub(crate) struct Library {
    pub(crate) name: String,
    pub(crate) entry: PathBuf,
}

/// A package in short.
#[derive(Clone, Debug, Serialize, Payload)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Summary {
    /// The name, which the other tools take.
    pub name: String,
    /// The version.
    pub version: String,
    /// What the package says of itself.
    pub description: Option<String>,
}

/// A package.
#[derive(Clone, Debug, Serialize, Payload)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Package {
    /// The name, which the other tools take.
    pub name: String,
    /// The version.
    pub version: String,
    /// What the package says of itself.
    pub description: Option<String>,
    /// The edition of Rust that it is written in.
    pub edition: String,
    /// The earliest Rust that it supports.
    pub rust_version: Option<String>,
    /// The licence, as an SPDX expression.
    pub license: Option<String>,
    /// The names of its libraries, programs, tests, examples and benchmarks.
    pub targets: Vec<String>,
    /// The names of the crates that it depends on, each once.
    pub dependencies: Vec<String>,
}

/// A package that depends on the crate in question.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Payload)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Dependent {
    /// The name of the package.
    pub package: String,
    /// The versions of the crate that it takes.
    pub requirement: String,
    /// What it needs the crate for: `normal`, `dev` or `build`.
    pub kind: String,
}

impl Workspace {
    /// Asks Cargo, unless the inspector is closed.
    pub(crate) fn read(folder: &Path, closed: &AtomicBool) -> Result<Self, Refusal> {
        let root = folder.canonicalize().map_err(|error| Refusal::manifest(error.to_string()))?;
        let packages = cargo::metadata(&root, closed)?.packages;
        let mut manifests: Vec<_> =
            packages.iter().map(|package| PathBuf::from(&package.manifest_path)).collect();
        manifests.push(root.join("Cargo.toml"));
        let mut members: Vec<_> =
            packages.into_iter().filter_map(|package| Member::inside(&root, package)).collect();
        members.sort_by(|one, other| one.package.name.cmp(&other.package.name));
        Ok(Self { root, members, manifests })
    }

    /// The manifests that Cargo read for it.
    pub(crate) fn manifests(&self) -> &[PathBuf] {
        &self.manifests
    }

    /// Every package in short, by name.
    pub(crate) fn summaries(&self) -> Vec<Summary> {
        self.members.iter().map(|member| member.package.summary()).collect()
    }

    /// The packages whose name or description contains a text: first those whose name does.
    pub(crate) fn find(&self, query: &str) -> Vec<Summary> {
        let query = query.trim().to_lowercase();
        let contains = |text: &str| text.to_lowercase().contains(&query);
        let (mut found, others): (Vec<_>, Vec<_>) =
            self.members.iter().partition(|member| contains(&member.package.name));
        let described =
            |member: &&Member| member.package.description.as_deref().is_some_and(contains);
        found.extend(others.into_iter().filter(described));
        found.into_iter().map(|member| member.package.summary()).collect()
    }

    /// The package with this name.
    pub(crate) fn member(&self, name: &str) -> Result<&Member, InspectorError> {
        let found = self.members.iter().find(|member| member.package.name == name);
        found.ok_or_else(|| InspectorError::NoSuchPackage {
            name: name.to_owned(),
            near_misses: self.near_misses(name),
        })
    }

    /// The names that were probably meant, the likeliest first.
    fn near_misses(&self, name: &str) -> Vec<String> {
        let names = self.members.iter().map(|member| &member.package.name);
        let likeness = |near: &str| strsim::jaro_winkler(near, name);
        let mut near: Vec<_> = names.filter(|near| likeness(near) > 0.8).collect();
        near.sort_by(|one, other| likeness(other).total_cmp(&likeness(one)));
        near.into_iter().take(3).cloned().collect()
    }

    /// The packages that depend on a crate.
    pub(crate) fn dependents(&self, krate: &str) -> Vec<Dependent> {
        let dependencies = self.members.iter().flat_map(|member| &member.dependencies);
        let on_crate = dependencies.filter(|(name, _)| name == krate);
        let mut dependents: Vec<_> = on_crate.map(|(_, dependent)| dependent.clone()).collect();
        dependents.sort();
        // A crate that is named for several platforms is one dependency.
        dependents.dedup();
        dependents
    }
}

impl Member {
    /// The package, if its manifest lies inside of the root.
    fn inside(root: &Path, package: cargo_metadata::Package) -> Option<Self> {
        let manifest = package.manifest_path.canonicalize().ok()?;
        let folder = manifest.parent()?.to_owned();
        if !manifest.starts_with(root) {
            return None;
        }
        Some(Self {
            folder,
            entries: entries(&package.targets),
            library: Library::among(&package.targets),
            dependencies: dependencies(&package),
            package: Package::from(package),
        })
    }
}

/// The first files of what a package is for. Its tests, examples and benchmarks are not among them.
fn entries(targets: &[cargo_metadata::Target]) -> Vec<PathBuf> {
    let beside = [TargetKind::Test, TargetKind::Example, TargetKind::Bench];
    let own = targets.iter().filter(|target| !target.kind.iter().any(|kind| beside.contains(kind)));
    own.map(|target| PathBuf::from(&target.src_path)).collect()
}

fn dependencies(package: &cargo_metadata::Package) -> Vec<(String, Dependent)> {
    let dependent = |dependency: &cargo_metadata::Dependency| Dependent {
        package: cut(&package.name, MAX_TEXT),
        requirement: cut(&dependency.req.to_string(), MAX_TEXT),
        kind: dependency.kind.to_string(),
    };
    let dependencies = package.dependencies.iter();
    dependencies.map(|dependency| (dependency.name.clone(), dependent(dependency))).collect()
}

impl Library {
    fn among(targets: &[cargo_metadata::Target]) -> Option<Self> {
        let kinds = [
            TargetKind::Lib,
            TargetKind::RLib,
            TargetKind::DyLib,
            TargetKind::CDyLib,
            TargetKind::StaticLib,
            TargetKind::ProcMacro,
        ];
        let library =
            |target: &&cargo_metadata::Target| target.kind.iter().any(|kind| kinds.contains(kind));
        let target = targets.iter().find(library)?;
        Some(Self { name: target.name.replace('-', "_"), entry: PathBuf::from(&target.src_path) })
    }
}

impl Package {
    fn summary(&self) -> Summary {
        Summary {
            name: cut(&self.name, MAX_TEXT),
            version: cut(&self.version, MAX_TEXT),
            description: self.description.as_deref().map(|text| cut(text, MAX_TEXT)),
        }
    }
}

impl From<cargo_metadata::Package> for Package {
    fn from(package: cargo_metadata::Package) -> Self {
        // A crate can be named for several kinds and platforms.
        let names: BTreeSet<_> =
            package.dependencies.into_iter().map(|dependency| dependency.name).collect();
        Self {
            name: package.name.to_string(),
            version: package.version.to_string(),
            description: package.description.map(|text| cut(&text, MAX_DESCRIPTION)),
            edition: package.edition.to_string(),
            rust_version: package.rust_version.map(|version| version.to_string()),
            license: package.license,
            targets: package.targets.into_iter().map(|target| target.name).collect(),
            dependencies: names.into_iter().collect(),
        }
    }
}
