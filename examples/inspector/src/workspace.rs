//! The packages of a Cargo workspace.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use envelope_runtime::Payload;
use serde::Serialize;

use crate::InspectorError;
use crate::manifest::{DependsOn, PackageTable, Place};
use crate::members::{self, Members};
use crate::reading::{Reading, Refusal};
use crate::root::Root;
use crate::targets::{Library, Targets};
use crate::text::{MAX_DESCRIPTION, MAX_NAME, MAX_TEXT, cut};

/// The packages of a workspace that lie inside of a folder.
#[derive(Debug)]
pub(crate) struct Workspace {
    pub(crate) root: Arc<Root>,
    members: Vec<Member>,
    /// The members that are not in the folder, as the manifest names them.
    pub(crate) left_out: Vec<String>,
}

/// A package, and where its source is.
#[derive(Debug)]
pub(crate) struct Member {
    pub(crate) package: Package,
    pub(crate) folder: PathBuf,
    /// The first files of its library, its programs and its build script.
    pub(crate) entries: Vec<PathBuf>,
    pub(crate) library: Option<Library>,
    dependencies: BTreeSet<DependsOn>,
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
    /// Reads the manifests.
    pub(crate) fn read(root: Arc<Root>, reading: &mut Reading) -> Result<Self, Refusal> {
        let Members { mut members, left_out } = members::find(reading)?;
        members.sort_by(|one, other| one.package.name.cmp(&other.package.name));
        Ok(Self { root, members, left_out })
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
        // A longer name cannot be asked for, and takes long to compare.
        let names = names.filter(|near| near.chars().nth(MAX_NAME).is_none());
        let likeness = names.map(|near| (strsim::jaro_winkler(near, name), near));
        let mut near: Vec<_> = likeness.filter(|(likeness, _)| *likeness > 0.8).collect();
        near.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        near.into_iter().take(3).map(|(_, near)| near.clone()).collect()
    }

    /// The packages that depend on a crate.
    pub(crate) fn dependents(&self, krate: &str) -> Vec<Dependent> {
        let mut dependents: Vec<_> =
            self.members.iter().flat_map(|member| member.dependents(krate)).collect();
        dependents.sort();
        dependents
    }
}

impl Member {
    /// The package, and what it depends on.
    pub(crate) fn new(
        package: Package,
        folder: PathBuf,
        targets: Targets,
        dependencies: BTreeSet<DependsOn>,
    ) -> Self {
        let Targets { entries, library, .. } = targets;
        Self { package, folder, entries, library, dependencies }
    }

    fn dependents(&self, krate: &str) -> impl Iterator<Item = Dependent> {
        let on_crate = self.dependencies.iter().filter(move |it| *it.name == *krate);
        on_crate.map(|it| Dependent {
            package: cut(&self.package.name, MAX_TEXT),
            requirement: it.requirement.to_string(),
            kind: it.kind.to_owned(),
        })
    }
}

impl Package {
    /// What a manifest says, or what it inherits that is not there.
    pub(crate) fn new(
        table: &PackageTable,
        place: Place,
        targets: &Targets,
        dependencies: &BTreeSet<DependsOn>,
    ) -> Result<Self, String> {
        // They are sorted by name. A crate can be there for several kinds, and with several requirements.
        let mut names: Vec<_> = dependencies.iter().map(|it| it.name.to_string()).collect();
        names.dedup();
        Ok(Self {
            name: table.name.clone(),
            version: cut(table.version(place)?.unwrap_or("0.0.0"), MAX_TEXT),
            description: table.description(place)?.map(|text| cut(text, MAX_DESCRIPTION)),
            edition: cut(table.edition(place)?, MAX_TEXT),
            rust_version: table.rust_version(place)?.map(|version| cut(version, MAX_TEXT)),
            license: table.license(place)?.map(|license| cut(license, MAX_TEXT)),
            targets: targets.names.clone(),
            dependencies: names,
        })
    }

    fn summary(&self) -> Summary {
        Summary {
            name: cut(&self.name, MAX_TEXT),
            version: cut(&self.version, MAX_TEXT),
            description: self.description.as_deref().map(|text| cut(text, MAX_TEXT)),
        }
    }
}
