//! The functions that the tools call.

use std::path::Path;
use std::sync::Arc;

use crate::InspectorError;
use crate::cache::Cache;
use crate::call::Call;
use crate::exports::{Export, exports};
use crate::nesting::on_a_deep_stack;
use crate::page::{MAX_PAGE_BYTES, Page, Request};
use crate::source::{Counted, Scanned, Source};
use crate::text::{MAX_NAME, MAX_QUERY, check};
use crate::unsafe_sites::{UnsafeSite, unsafe_sites};
use crate::workspace::{Dependent, Package, Summary, Workspace};

/// Reads the Cargo workspace in a folder.
///
/// What the manifests say is kept until one of them changes, or for two seconds, or for nine times as long as reading them took if that
/// is longer. So manifests that do not change keep at most a tenth of a processor busy, even if they are refused. One call at a time reads
/// them, for at most 10 seconds, and meanwhile the others answer with what was read before; only the first reading makes them wait.
///
/// Source is read in each call: up to [`MAX_FILES`](crate::MAX_FILES) files of a package, and no more of them once they have
/// [`MAX_SOURCE_BYTES`](crate::MAX_SOURCE_BYTES), or [`MAX_FOUND`](crate::MAX_FOUND) items are found, or the [`Call`] is over.
///
/// Lists come in pages of up to [`MAX_PAGE_SIZE`](crate::MAX_PAGE_SIZE) items; `cursor` is the `next_cursor` of the page
/// before, or none for the first page.
#[derive(Debug)]
pub struct Inspector {
    max_page_bytes: usize,
    cache: Arc<Cache>,
    call: Call,
}

#[allow(clippy::missing_errors_doc, reason = "the variants of the error say what can go wrong")]
impl Inspector {
    /// An inspector that sees this folder and nothing outside of it. The folder is opened here, and never again: if something else
    /// takes its place, the inspector does not see that.
    pub fn new(folder: &Path) -> Self {
        Self {
            max_page_bytes: MAX_PAGE_BYTES,
            cache: Arc::new(Cache::new(folder)),
            call: Call::default(),
        }
    }

    /// How many bytes of JSON the items of a page may have, or a package. A page has one item at least.
    #[must_use]
    pub fn max_page_bytes(mut self, bytes: usize) -> Self {
        self.max_page_bytes = bytes;
        self
    }

    /// The same inspector, which works for one call: it reads source until the call is over.
    #[must_use]
    pub fn during(&self, call: Call) -> Self {
        Self { max_page_bytes: self.max_page_bytes, cache: self.cache.clone(), call }
    }

    /// The packages, by name.
    pub fn packages(
        &self,
        cursor: Option<&str>,
        page_size: usize,
    ) -> Result<Page<Summary>, InspectorError> {
        let request = self.request("list_packages", cursor, page_size)?;
        let workspace = self.workspace()?;
        let page = request.page(workspace.summaries(), |package| package.name.clone())?;
        Ok(Page { left_out: workspace.left_out.clone(), ..page })
    }

    /// The packages whose name or description contains a text, in any case: first those whose name does, each by name.
    pub fn find_packages(
        &self,
        query: &str,
        cursor: Option<&str>,
        page_size: usize,
    ) -> Result<Page<Summary>, InspectorError> {
        check("query", query, MAX_QUERY)?;
        let request = self.request("find_packages", cursor, page_size)?;
        let workspace = self.workspace()?;
        let page = request.page(workspace.find(query), |package| package.name.clone())?;
        Ok(Page { left_out: workspace.left_out.clone(), ..page })
    }

    /// One package.
    pub fn package(&self, name: &str) -> Result<Package, InspectorError> {
        check("name", name, MAX_NAME)?;
        let package = self.workspace()?.member(name)?.package.clone();
        if serde_json::to_string(&package).is_ok_and(|json| json.len() > self.max_page_bytes) {
            return Err(InspectorError::TooLarge { name: package.name });
        }
        Ok(package)
    }

    /// The packages that depend on a crate. None is an answer, too.
    pub fn dependents(
        &self,
        krate: &str,
        cursor: Option<&str>,
        page_size: usize,
    ) -> Result<Page<Dependent>, InspectorError> {
        check("crate", krate, MAX_NAME)?;
        let request = self.request("dependents", cursor, page_size)?;
        let workspace = self.workspace()?;
        let page = request.page(workspace.dependents(krate), |dependent| {
            format!("{} {} {}", dependent.package, dependent.kind, dependent.requirement)
        })?;
        Ok(Page { left_out: workspace.left_out.clone(), ..page })
    }

    /// The source lines and the `unsafe` blocks of a package: of the Rust files under `src`, and of the first files of its
    /// library, its programs and its build script, wherever they are.
    pub fn count(&self, name: &str) -> Result<Counted, InspectorError> {
        check("name", name, MAX_NAME)?;
        let workspace = self.workspace()?;
        let member = workspace.member(name)?;
        let (source, left_out) = on_a_deep_stack(|| Source::count(&workspace, member, &self.call))?;
        Ok(Counted::new(name, source, left_out))
    }

    /// Where `unsafe` is used in a package, by file and line, in the files that [`count`](Self::count) counts.
    pub fn unsafe_sites(
        &self,
        name: &str,
        cursor: Option<&str>,
        page_size: usize,
    ) -> Result<Scanned<UnsafeSite>, InspectorError> {
        check("name", name, MAX_NAME)?;
        let request = self.request("unsafe_sites", cursor, page_size)?;
        let workspace = self.workspace()?;
        let member = workspace.member(name)?;
        let (sites, left_out) = on_a_deep_stack(|| unsafe_sites(&workspace, member, &self.call))?;
        let page = request
            .page(sites, |site| format!("{}:{}", site.file, site.line))
            .map_err(|error| error.for_lack_of_time(left_out.dropped.as_ref()))?;
        Ok(Scanned::new(page, left_out))
    }

    /// What the library of a package exports, by path: its public items and macros, and its re-exports as they are written.
    /// Methods, fields and variants are not listed, nor are items under `#[cfg(test)]` or in the expansion of a macro.
    pub fn exports(
        &self,
        name: &str,
        cursor: Option<&str>,
        page_size: usize,
    ) -> Result<Scanned<Export>, InspectorError> {
        check("name", name, MAX_NAME)?;
        let request = self.request("exports", cursor, page_size)?;
        let workspace = self.workspace()?;
        let member = workspace.member(name)?;
        let Some(library) = &member.library else {
            return Err(InspectorError::NoLibrary { name: name.to_owned() });
        };
        let (exports, left_out) =
            on_a_deep_stack(|| exports(&workspace.root, library, &self.call))?;
        let page = request
            .page(exports, |export| format!("{} {}", export.path, export.kind.as_str()))
            .map_err(|error| error.for_lack_of_time(left_out.dropped.as_ref()))?;
        Ok(Scanned::new(page, left_out))
    }

    fn request<'a>(
        &self,
        tool: &'static str,
        cursor: Option<&'a str>,
        page_size: usize,
    ) -> Result<Request<'a>, InspectorError> {
        Request::new(tool, cursor, page_size, self.max_page_bytes)
    }

    fn workspace(&self) -> Result<Arc<Workspace>, InspectorError> {
        Ok(self.cache.get()?)
    }
}
