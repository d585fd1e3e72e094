//! The packages of a Cargo workspace.

use std::collections::{BTreeMap, HashSet};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use envelope_runtime::Payload;
use glob::Pattern;
use serde::Serialize;

use crate::InspectorError;
use crate::cache::REST;
use crate::folder::Folder;
use crate::manifest::{Field, Manifest, WorkspaceTable};

/// The largest manifest: 256 KiB.
pub const MAX_MANIFEST_BYTES: u64 = 256 * 1024;

/// The largest size of all manifests together: 2 MiB.
pub const MAX_MANIFESTS_BYTES: u64 = 2 * 1024 * 1024;

/// The largest number of packages.
pub const MAX_PACKAGES: usize = 1_000;

/// The largest length of a text from a manifest, in characters. A longer one ends with an ellipsis.
pub const MAX_TEXT: usize = 300;

/// The longest path of a member, in bytes.
const MAX_PATH: usize = 1_024;

/// The longest time that reading the manifests takes.
const TIME_LIMIT: Duration = Duration::from_secs(10);

/// A package in short.
#[derive(Clone, Debug, Serialize, Payload)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Summary {
    /// The name, an argument of the other tools.
    pub name: String,
    /// The version.
    pub version: Option<String>,
    /// The description in the manifest.
    pub description: Option<String>,
}

/// A package.
#[derive(Clone, Debug, Serialize, Payload)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Package {
    /// The name.
    pub name: String,
    /// The version.
    pub version: Option<String>,
    /// The description in the manifest.
    pub description: Option<String>,
    /// The licence, as an SPDX expression.
    pub license: Option<String>,
    /// The names of the crates that it depends on.
    pub dependencies: Vec<String>,
}

/// A package that depends on a crate.
#[derive(Clone, Debug, Serialize, Payload)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Dependent {
    /// The name of the package.
    pub package: String,
    /// The version requirement.
    pub requirement: String,
    /// The kinds of the dependency: `normal`, `dev`, `build`.
    pub kinds: Vec<&'static str>,
}

/// The packages by name.
#[derive(Debug, Default)]
pub(crate) struct Workspace(BTreeMap<String, Member>);

#[derive(Debug)]
pub(crate) struct Member {
    summary: Summary,
    license: Option<String>,
    pub(crate) folder: PathBuf,
    needs: BTreeMap<String, Need>,
}

#[derive(Debug)]
struct Need {
    requirement: String,
    kinds: Vec<&'static str>,
}

impl Workspace {
    pub(crate) fn read(folder: &Folder) -> Result<Self, InspectorError> {
        Self::read_until(folder, Instant::now() + TIME_LIMIT)
    }

    fn read_until(folder: &Folder, end: Instant) -> Result<Self, InspectorError> {
        let mut reading = Reading { folder, bytes: MAX_MANIFESTS_BYTES, end };
        let mut root =
            reading.manifest(Path::new(""))?.ok_or_else(|| refusal("", "it is missing"))?;
        let table = root.workspace.take().unwrap_or_default();
        let mut workspace = Self::default();
        workspace.add(Path::new(""), &root, &table)?;
        for (path, is_named) in reading.members(&table)? {
            match reading.manifest(&path)? {
                Some(manifest) => workspace.add(&path, &manifest, &table)?,
                None if is_named => {
                    return Err(refusal(path, "the workspace names it, and it is missing"));
                }
                None => {}
            }
        }
        Ok(workspace)
    }

    /// The packages after a name, whose name or description contains `query`.
    pub(crate) fn find(&self, after: &str, query: &str) -> impl Iterator<Item = Summary> {
        let query = query.to_lowercase();
        let summaries = self.after(after).map(|member| &member.summary);
        let found = summaries.filter(move |package| {
            let texts = [Some(&package.name), package.description.as_ref()];
            texts.into_iter().flatten().any(|text| text.to_lowercase().contains(&query))
        });
        found.cloned()
    }

    /// The packages after a name that depend on a crate.
    pub(crate) fn dependents(&self, after: &str, krate: &str) -> impl Iterator<Item = Dependent> {
        self.after(after).filter_map(move |Member { summary, needs, .. }| {
            let Need { requirement, kinds } = needs.get(krate)?;
            let (requirement, kinds) = (requirement.clone(), kinds.clone());
            Some(Dependent { package: summary.name.clone(), requirement, kinds })
        })
    }

    fn after(&self, name: &str) -> impl Iterator<Item = &Member> {
        let after = (std::ops::Bound::Excluded(name), std::ops::Bound::Unbounded);
        self.0.range::<str, _>(after).map(|(_, member)| member)
    }

    pub(crate) fn member(&self, name: &str) -> Result<&Member, InspectorError> {
        self.0.get(name).ok_or_else(|| {
            let likeness = self.0.keys().map(|near| (strsim::jaro_winkler(near, name), near));
            let mut near: Vec<_> = likeness.filter(|(likeness, _)| *likeness > 0.8).collect();
            near.sort_by(|(one, _), (other, _)| other.total_cmp(one));
            let near_misses = near.into_iter().take(3).map(|(_, near)| near.clone()).collect();
            InspectorError::NoSuchPackage { name: name.to_owned(), near_misses }
        })
    }

    /// Adds the package of a manifest, if it has one.
    fn add(
        &mut self,
        folder: &Path,
        manifest: &Manifest,
        workspace: &WorkspaceTable,
    ) -> Result<(), InspectorError> {
        let Some(package) = &manifest.package else { return Ok(()) };
        let inherited = &workspace.package;
        let text = |field: &Option<Field>, inherited: &Option<String>| {
            Field::resolve(field.as_ref(), inherited.as_ref()).map(cut)
        };
        let mut needs = BTreeMap::new();
        for needed in manifest.needs(workspace) {
            let new = || Need { requirement: cut(needed.requirement), kinds: Vec::new() };
            needs.entry(cut(needed.name)).or_insert_with(new).kinds.push(needed.kind);
        }
        let name = cut(&package.name);
        let summary = Summary {
            name: name.clone(),
            version: text(&package.version, &inherited.version),
            description: text(&package.description, &inherited.description),
        };
        let license = text(&package.license, &inherited.license);
        let member = Member { summary, license, folder: folder.to_owned(), needs };
        match self.0.insert(name, member) {
            None => Ok(()),
            Some(other) => {
                let reason =
                    format!("{} has a package of the same name", path_of(&other.folder).display());
                Err(refusal(folder, reason))
            }
        }
    }
}

impl Member {
    pub(crate) fn package(&self) -> Package {
        let Summary { name, version, description } = self.summary.clone();
        let dependencies = self.needs.keys().cloned().collect();
        Package { name, version, description, license: self.license.clone(), dependencies }
    }
}

/// Reads the manifests of one workspace, within limits.
struct Reading<'a> {
    folder: &'a Folder,
    /// How many bytes may still be read.
    bytes: u64,
    end: Instant,
}

impl Reading<'_> {
    /// The manifest in a folder, if there is one.
    fn manifest(&mut self, folder: &Path) -> Result<Option<Manifest>, InspectorError> {
        self.check_time()?;
        let text = match self.folder.read(&path_of(folder), MAX_MANIFEST_BYTES) {
            Ok(text) => text,
            Err(error)
                if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) =>
            {
                return Ok(None);
            }
            Err(error) => return Err(refusal(folder, error.to_string())),
        };
        self.bytes = self.bytes.checked_sub(text.len() as u64).ok_or_else(|| {
            refusal(
                folder,
                format!("with it, the manifests have more than {MAX_MANIFESTS_BYTES} bytes"),
            )
        })?;
        Manifest::parse(&text).map(Some).map_err(|reason| refusal(folder, reason))
    }

    /// The folders of the members, and whether the manifest names them without a glob.
    fn members(&self, table: &WorkspaceTable) -> Result<BTreeMap<PathBuf, bool>, InspectorError> {
        let too_many = || refusal("", format!("it has more than {MAX_PACKAGES} members"));
        if table.members.len() > MAX_PACKAGES {
            return Err(too_many());
        }
        let excluded: HashSet<_> = table.exclude.iter().map(Path::new).collect();
        let mut members = BTreeMap::new();
        for member in &table.members {
            let is_named = !is_glob(member);
            for folder in self.expand(member)? {
                if is_named || !folder.ancestors().any(|folder| excluded.contains(folder)) {
                    *members.entry(folder).or_default() |= is_named;
                }
            }
            if members.len() > MAX_PACKAGES {
                return Err(too_many());
            }
        }
        Ok(members)
    }

    /// The folders that a member stands for. Each part of it can be a glob, which matches the name of one folder.
    fn expand(&self, member: &str) -> Result<Vec<PathBuf>, InspectorError> {
        self.check_time()?;
        let wrong = |reason: &str| refusal("", format!("the member `{}` {reason}", cut(member)));
        if member.len() > MAX_PATH {
            return Err(wrong("is too long"));
        }
        let mut folders = vec![PathBuf::new()];
        for part in Path::new(member).iter().filter_map(|part| part.to_str()) {
            if !is_glob(part) {
                for folder in &mut folders {
                    folder.push(part);
                }
                continue;
            }
            let pattern = Pattern::new(part).map_err(|error| wrong(error.msg))?;
            let mut found = Vec::new();
            for folder in &folders {
                self.check_time()?;
                let Ok(entries) = self.folder.list(folder) else { continue };
                let inner = entries.filter(|(_, kind)| kind.is_dir() || kind.is_symlink());
                found.extend(inner.map(|(path, _)| path).filter(|path| {
                    path.file_name()
                        .and_then(|it| it.to_str())
                        .is_some_and(|it| pattern.matches(it))
                }));
            }
            folders = found;
        }
        Ok(folders)
    }

    fn check_time(&self) -> Result<(), InspectorError> {
        if Instant::now() < self.end {
            return Ok(());
        }
        let limit = TIME_LIMIT.as_secs();
        Err(InspectorError::SlowManifests { limit, wait: limit * u64::from(REST) })
    }
}

fn is_glob(part: &str) -> bool {
    part.contains(['*', '?', '['])
}

fn path_of(folder: &Path) -> PathBuf {
    folder.join("Cargo.toml")
}

fn refusal(folder: impl AsRef<Path>, reason: impl AsRef<str>) -> InspectorError {
    InspectorError::Manifest { manifest: path_of(folder.as_ref()), reason: cut(reason.as_ref()) }
}

/// A text of at most [`MAX_TEXT`] characters.
fn cut(text: &str) -> String {
    if text.chars().nth(MAX_TEXT).is_none() {
        return text.to_owned();
    }
    text.chars().take(MAX_TEXT - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use envelope_runtime::ToolError;

    use super::*;

    #[test]
    fn reading_ends_at_its_time_limit() {
        let folder = Folder::open(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
        assert!(Workspace::read_until(&folder, Instant::now() + TIME_LIMIT).is_ok());
        let failure = Workspace::read_until(&folder, Instant::now()).unwrap_err().failure();
        assert_eq!(failure.report().code(), "TIMEOUT");
        assert_eq!(failure.report().message(), "Reading the manifests took longer than 10 seconds");
    }
}
