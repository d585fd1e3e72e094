//! The tables of a `Cargo.toml` that the inspector shows. It ignores all others.

use std::collections::BTreeMap;

use serde::Deserialize;

/// A `Cargo.toml`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Manifest {
    pub(crate) package: Option<PackageTable>,
    pub(crate) workspace: Option<WorkspaceTable>,
    #[serde(default)]
    dependencies: Dependencies,
    #[serde(default)]
    dev_dependencies: Dependencies,
    #[serde(default)]
    build_dependencies: Dependencies,
}

/// `[package]`.
#[derive(Debug, Deserialize)]
pub(crate) struct PackageTable {
    pub(crate) name: String,
    pub(crate) version: Option<Field>,
    pub(crate) description: Option<Field>,
    pub(crate) license: Option<Field>,
}

/// `[workspace]`.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct WorkspaceTable {
    #[serde(default)]
    pub(crate) members: Vec<String>,
    #[serde(default)]
    pub(crate) exclude: Vec<String>,
    #[serde(default)]
    pub(crate) package: InheritedFields,
    #[serde(default)]
    dependencies: Dependencies,
}

/// `[workspace.package]`.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct InheritedFields {
    pub(crate) version: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) license: Option<String>,
}

/// A field of a package, which `{ workspace = true }` inherits.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "expected a string or `{ workspace = true }`")]
pub(crate) enum Field {
    Own(String),
    Inherited {
        #[serde(rename = "workspace")]
        _workspace: bool,
    },
}

type Dependencies = BTreeMap<String, Dependency>;

#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "expected a version requirement or a table")]
enum Dependency {
    Version(String),
    Detailed {
        version: Option<String>,
        package: Option<String>,
        #[serde(default)]
        workspace: bool,
    },
}

/// A crate that a package depends on.
pub(crate) struct Needed<'a> {
    pub(crate) name: &'a str,
    pub(crate) requirement: &'a str,
    pub(crate) kind: &'static str,
}

impl Manifest {
    /// Parses a manifest, or returns the mistake and its line.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        toml::from_str(text).map_err(|error| {
            let before = error.span().and_then(|span| text.get(..span.start));
            let line = before.map_or(1, |before| before.split('\n').count());
            format!("line {line}: {}", error.message())
        })
    }

    /// The dependencies of the package, which can inherit from its workspace.
    pub(crate) fn needs<'a>(
        &'a self,
        workspace: &'a WorkspaceTable,
    ) -> impl Iterator<Item = Needed<'a>> {
        let kinds = [
            ("normal", &self.dependencies),
            ("dev", &self.dev_dependencies),
            ("build", &self.build_dependencies),
        ];
        let all =
            kinds.into_iter().flat_map(|(kind, table)| table.iter().map(move |it| (kind, it)));
        all.map(|(kind, (key, dependency))| {
            let (name, requirement) = dependency.resolve(key, workspace);
            Needed { name, requirement, kind }
        })
    }
}

impl Dependency {
    /// The name of the crate, and the version requirement.
    fn resolve<'a>(&'a self, key: &'a str, workspace: &'a WorkspaceTable) -> (&'a str, &'a str) {
        let inherits = matches!(self, Self::Detailed { workspace: true, .. });
        let inherited = inherits.then(|| workspace.dependencies.get(key)).flatten();
        match inherited.unwrap_or(self) {
            Self::Version(version) => (key, version),
            Self::Detailed { version, package, .. } => {
                (package.as_deref().unwrap_or(key), version.as_deref().unwrap_or("*"))
            }
        }
    }
}

impl Field {
    /// The text of a field, or of the inherited one.
    pub(crate) fn resolve<'a>(
        field: Option<&'a Self>,
        inherited: Option<&'a String>,
    ) -> Option<&'a str> {
        match field? {
            Self::Own(text) => Some(text),
            Self::Inherited { .. } => inherited.map(String::as_str),
        }
    }
}
