//! Manifests: the tables of a `Cargo.toml` that the inspector shows. The others are passed over, so that what a newer Cargo adds to
//! them is no mistake.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use semver::VersionReq;
use serde::Deserialize;

use crate::root::{inside, is_too_long};
use crate::text::{MAX_NAME, MAX_TEXT, cut};

/// How many characters of what is wrong with a manifest are sent.
const MAX_REASON: usize = 300;

/// A `Cargo.toml`. Nothing in it is flattened: what is wrong in a flattened table has no place.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Manifest {
    #[serde(alias = "project")]
    pub(crate) package: Option<PackageTable>,
    pub(crate) workspace: Option<WorkspaceTable>,
    pub(crate) lib: Option<TargetTable>,
    #[serde(default)]
    pub(crate) bin: Vec<TargetTable>,
    #[serde(default)]
    pub(crate) example: Vec<TargetTable>,
    #[serde(default)]
    pub(crate) test: Vec<TargetTable>,
    #[serde(default)]
    pub(crate) bench: Vec<TargetTable>,
    #[serde(default)]
    dependencies: DependencyTable,
    #[serde(default, alias = "dev_dependencies")]
    dev_dependencies: DependencyTable,
    #[serde(default, alias = "build_dependencies")]
    build_dependencies: DependencyTable,
    #[serde(default)]
    target: BTreeMap<String, PlatformTable>,
}

/// `[package]`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct PackageTable {
    pub(crate) name: String,
    pub(crate) version: Option<Field>,
    pub(crate) edition: Option<Field>,
    pub(crate) rust_version: Option<Field>,
    pub(crate) description: Option<Field>,
    pub(crate) license: Option<Field>,
    pub(crate) build: Option<Build>,
    #[serde(default = "yes")]
    pub(crate) autolib: bool,
    pub(crate) autobins: Option<bool>,
    pub(crate) autoexamples: Option<bool>,
    pub(crate) autotests: Option<bool>,
    pub(crate) autobenches: Option<bool>,
}

/// A field of a package that can be inherited from the workspace.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "expected a string or `{ workspace = true }`")]
pub(crate) enum Field {
    Own(String),
    Inherited {
        #[serde(rename = "workspace")]
        _workspace: bool,
    },
}

/// `build = "build.rs"`.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "expected a path, a list of paths or a boolean")]
pub(crate) enum Build {
    Automatic(bool),
    Script(PathBuf),
    Scripts(Vec<PathBuf>),
}

/// `[workspace]`.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct WorkspaceTable {
    #[serde(default)]
    pub(crate) members: Vec<String>,
    #[serde(default)]
    pub(crate) exclude: Vec<String>,
    #[serde(default)]
    package: InheritedFields,
    #[serde(default)]
    dependencies: DependencyTable,
}

/// `[workspace.package]`.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
struct InheritedFields {
    version: Option<String>,
    edition: Option<String>,
    rust_version: Option<String>,
    description: Option<String>,
    license: Option<String>,
}

/// `[lib]`, or one of `[[bin]]`, `[[example]]`, `[[test]]` and `[[bench]]`.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct TargetTable {
    pub(crate) name: Option<String>,
    pub(crate) path: Option<PathBuf>,
}

/// `[dependencies]`.
type DependencyTable = BTreeMap<String, Dependency>;

/// `[target.'cfg(unix)']`: dependencies for some platforms.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
struct PlatformTable {
    #[serde(default)]
    dependencies: DependencyTable,
    #[serde(default, alias = "dev_dependencies")]
    dev_dependencies: DependencyTable,
    #[serde(default, alias = "build_dependencies")]
    build_dependencies: DependencyTable,
}

#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "expected a version requirement or a table")]
enum Dependency {
    Version(String),
    Detailed {
        version: Option<String>,
        path: Option<PathBuf>,
        package: Option<String>,
        #[serde(default)]
        workspace: bool,
    },
}

fn yes() -> bool {
    true
}

/// A crate that a package depends on. There can be many of them, so it is small.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct DependsOn {
    pub(crate) name: Box<str>,
    pub(crate) requirement: Box<str>,
    pub(crate) kind: &'static str,
}

/// A package's folder, and the workspace that it inherits from with its folder.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    pub(crate) folder: &'a Path,
    pub(crate) workspace: Option<(&'a WorkspaceTable, &'a Path)>,
}

impl Manifest {
    /// Reads a manifest, or says where it is wrong: `2:8: invalid type`.
    pub(crate) fn parse(bytes: Vec<u8>) -> Result<Self, String> {
        let text = String::from_utf8(bytes).map_err(|_| "it is not UTF-8".to_owned())?;
        toml::from_str(&text).map_err(|error| {
            let reason = cut(error.message(), MAX_REASON);
            match error.span().and_then(|span| text.get(..span.start)) {
                Some(before) => format!("{}: {reason}", line_and_column(before)),
                None => reason,
            }
        })
    }

    /// Each dependency of the package and its folder, if that lies inside of the root; or what it inherits that is not there.
    pub(crate) fn dependencies<'a>(
        &'a self,
        place: Place<'a>,
    ) -> impl Iterator<Item = Result<(DependsOn, Option<PathBuf>), String>> + 'a {
        let own = kinds(&self.dependencies, &self.dev_dependencies, &self.build_dependencies);
        let platforms = self.target.values().flat_map(|table| {
            kinds(&table.dependencies, &table.dev_dependencies, &table.build_dependencies)
        });
        let tables = own.into_iter().chain(platforms);
        let all = tables.flat_map(|(kind, table)| table.iter().map(move |it| (kind, it)));
        all.map(move |(kind, (key, dependency))| dependency.resolve(kind, key, place))
    }
}

/// The tables of dependencies, with the kind of each.
fn kinds<'a>(
    normal: &'a DependencyTable,
    dev: &'a DependencyTable,
    build: &'a DependencyTable,
) -> [(&'static str, &'a DependencyTable); 3] {
    [("normal", normal), ("dev", dev), ("build", build)]
}

/// Where a text ends, as compilers count.
fn line_and_column(text: &str) -> String {
    let line = text.split('\n').count();
    let column = text.rsplit('\n').next().map_or(0, |last| last.chars().count()) + 1;
    format!("{line}:{column}")
}

impl PackageTable {
    pub(crate) fn version<'a>(&'a self, place: Place<'a>) -> Result<Option<&'a str>, String> {
        resolve("version", self.version.as_ref(), place, |fields| &fields.version)
    }

    pub(crate) fn edition<'a>(&'a self, place: Place<'a>) -> Result<&'a str, String> {
        let edition = resolve("edition", self.edition.as_ref(), place, |fields| &fields.edition)?;
        Ok(edition.unwrap_or("2015"))
    }

    pub(crate) fn rust_version<'a>(&'a self, place: Place<'a>) -> Result<Option<&'a str>, String> {
        resolve("rust-version", self.rust_version.as_ref(), place, |fields| &fields.rust_version)
    }

    pub(crate) fn description<'a>(&'a self, place: Place<'a>) -> Result<Option<&'a str>, String> {
        resolve("description", self.description.as_ref(), place, |fields| &fields.description)
    }

    pub(crate) fn license<'a>(&'a self, place: Place<'a>) -> Result<Option<&'a str>, String> {
        resolve("license", self.license.as_ref(), place, |fields| &fields.license)
    }
}

/// A field, from the workspace where it is inherited.
fn resolve<'a>(
    name: &str,
    field: Option<&'a Field>,
    place: Place<'a>,
    of: impl Fn(&'a InheritedFields) -> &'a Option<String>,
) -> Result<Option<&'a str>, String> {
    match field {
        None => Ok(None),
        Some(Field::Own(text)) => Ok(Some(text)),
        Some(Field::Inherited { .. }) => match place.workspace {
            None => Err(outside(name)),
            Some((workspace, _)) => of(&workspace.package).as_deref().map(Some).ok_or_else(|| {
                format!("it inherits `{name}`, which is not in [workspace.package]")
            }),
        },
    }
}

fn outside(name: &str) -> String {
    format!(
        "it inherits `{name}` from a workspace that is not in this folder: start the inspector in the folder of the workspace"
    )
}

impl Dependency {
    /// This takes little time, however long the texts are: thousands of dependencies can inherit the same one.
    fn resolve(
        &self,
        kind: &'static str,
        key: &str,
        place: Place,
    ) -> Result<(DependsOn, Option<PathBuf>), String> {
        let (declared, folder) = match (self, place.workspace) {
            (Self::Detailed { workspace: true, .. }, None) => {
                return Err(outside(&cut(key, MAX_NAME)));
            }
            (Self::Detailed { workspace: true, .. }, Some((workspace, folder))) => {
                let declared = workspace.dependencies.get(key).ok_or_else(|| {
                    let name = cut(key, MAX_NAME);
                    format!("it inherits `{name}`, which is not in [workspace.dependencies]")
                })?;
                (declared, folder)
            }
            _ => (self, place.folder),
        };
        let (version, package, path) = match declared {
            Self::Version(version) => (Some(version), None, None),
            Self::Detailed { version, package, path, .. } => {
                (version.as_ref(), package.as_ref(), path.as_ref())
            }
        };
        let depends_on = DependsOn {
            name: cut(package.map_or(key, String::as_str), MAX_TEXT).into(),
            requirement: version.map_or_else(|| "*".into(), |version| requirement(version).into()),
            kind,
        };
        let path = path.filter(|path| !is_too_long(path));
        Ok((depends_on, path.and_then(|path| inside(&folder.join(path)))))
    }
}

/// A requirement as Cargo shows it: `^1` for `1`. A longer one than is shown stays as it is written.
fn requirement(version: &str) -> String {
    let short = (version.len() <= MAX_TEXT).then_some(version);
    let parsed = short.and_then(|version| VersionReq::parse(version).ok());
    parsed.map_or_else(|| cut(version, MAX_TEXT), |parsed| cut(&parsed.to_string(), MAX_TEXT))
}
