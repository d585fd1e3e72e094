//! The functions behind the tools.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use envelope_runtime::Page;

use crate::InspectorError;
use crate::cache::Cache;
use crate::folder::Folder;
use crate::source::Counted;
use crate::workspace::{Dependent, Package, Summary, Workspace};

/// The longest name of a package, in characters: the limit of crates.io.
const MAX_NAME: usize = 64;

/// How long the manifests are kept at least.
const MIN_AGE: Duration = Duration::from_secs(2);

/// The size of a page, with its envelope.
const PAGE_BYTES: usize = 40 * 1024;

/// Reads the Cargo workspace in a folder.
///
/// One call at a time reads the manifests, for at most 10 seconds. The result, which can be a refusal, is kept for two seconds, or
/// for nine times as long as the reading took if that is longer. Meanwhile, the other calls answer with the last result; only
/// the first reading makes them wait.
///
/// Lists come in [pages](Page) of as many items as fit. `cursor` is the cursor of the page before.
#[derive(Debug)]
pub struct Inspector {
    folder: Result<Folder, InspectorError>,
    workspace: Cache<Result<Arc<Workspace>, InspectorError>>,
    page_bytes: usize,
}

#[allow(clippy::missing_errors_doc, reason = "the variants of the error describe themselves")]
impl Inspector {
    /// Opens a folder. The inspector sees nothing outside of it.
    pub fn new(folder: &Path) -> Self {
        let folder = Folder::open(folder).map_err(|error| InspectorError::Manifest {
            manifest: "Cargo.toml".into(),
            reason: error.to_string(),
        });
        Self { folder, workspace: Cache::new(MIN_AGE), page_bytes: PAGE_BYTES }
    }

    /// Sets the budget of a page: see [`Page::fitting`]. By default, it is 40 KiB.
    #[must_use]
    pub fn page_bytes(mut self, bytes: usize) -> Self {
        self.page_bytes = bytes;
        self
    }

    /// The packages by name, or the ones whose name or description contains `query`.
    pub fn packages(
        &self,
        query: Option<&str>,
        cursor: Option<&str>,
    ) -> Result<Page<Summary>, InspectorError> {
        let workspace = self.workspace()?;
        let found = workspace.find(cursor.unwrap_or_default(), query.unwrap_or_default());
        Ok(Page::fitting(found, self.page_bytes, |last| last.name.clone())?)
    }

    /// One package.
    pub fn package(&self, name: &str) -> Result<Package, InspectorError> {
        check("name", name)?;
        Ok(self.workspace()?.member(name)?.package())
    }

    /// The packages that depend on a crate, by name.
    pub fn dependents(
        &self,
        krate: &str,
        cursor: Option<&str>,
    ) -> Result<Page<Dependent>, InspectorError> {
        check("crate", krate)?;
        let workspace = self.workspace()?;
        let found = workspace.dependents(cursor.unwrap_or_default(), krate);
        Ok(Page::fitting(found, self.page_bytes, |last| last.package.clone())?)
    }

    /// Counts the source of a package, until `go_on` returns `false`.
    pub fn count(&self, name: &str, go_on: impl Fn() -> bool) -> Result<Counted, InspectorError> {
        check("name", name)?;
        let workspace = self.workspace()?;
        let folder = self.folder.as_ref().map_err(Clone::clone)?;
        Ok(Counted::count(folder, name, &workspace.member(name)?.folder, go_on))
    }

    fn workspace(&self) -> Result<Arc<Workspace>, InspectorError> {
        let folder = self.folder.as_ref().map_err(Clone::clone)?;
        self.workspace.get(|| Workspace::read(folder).map(Arc::new))
    }
}

/// Refuses a name that no package can have.
fn check(field: &'static str, name: &str) -> Result<(), InspectorError> {
    let is_fine = !name.trim().is_empty() && name.chars().nth(MAX_NAME).is_none();
    if is_fine { Ok(()) } else { Err(InspectorError::BadName { field, max: MAX_NAME }) }
}
