//! The members of a workspace, by Cargo's rules: those that its manifest names, and the packages in the folder that they depend on
//! by path. A member that is outside of the folder, or behind a link, is left out.

use std::collections::{BTreeSet, HashSet};
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;

use glob::Pattern;

use crate::manifest::{Manifest, Place, WorkspaceTable};
use crate::reading::{Found, Reading, Refusal, refusal};
use crate::root::{Entry, Kind, inside, is_too_long};
use crate::targets::targets;
use crate::text::{MAX_TEXT, cut};
use crate::workspace::{Member, Package};

/// What makes a path a glob.
const GLOB: [char; 3] = ['*', '?', '['];

/// How many of the members are named that are left out.
const MAX_LEFT_OUT: usize = 50;

/// The packages of a workspace.
#[derive(Default)]
pub(crate) struct Members {
    pub(crate) members: Vec<Member>,
    pub(crate) left_out: Vec<String>,
}

/// Finds the packages of the workspace, or the package, whose manifest is in the root.
pub(crate) fn find(reading: &mut Reading) -> Result<Members, Refusal> {
    let path = Path::new("Cargo.toml");
    let mut manifest = match reading.manifest(Path::new(""))? {
        Found::Manifest(manifest) => manifest,
        Found::Missing => return Err(refusal(path, "there is none in this folder")),
        Found::Link => return Err(refusal(path, "it is a symbolic link, and none is followed")),
    };
    let workspace = manifest.workspace.take();
    if workspace.is_none() && manifest.package.is_none() {
        return Err(refusal(path, "it has neither [package] nor [workspace]"));
    }
    let mut finder = Finder {
        reading,
        workspace: workspace.as_ref(),
        excluded: workspace.as_ref().map_or_else(HashSet::new, |it| paths(&it.exclude)),
        named: workspace.as_ref().map_or_else(HashSet::new, |it| paths(&it.members)),
        found: Members::default(),
        seen: HashSet::from([Path::new("").into()]),
        waiting: Vec::new(),
    };
    finder.add(Path::new(""), &manifest)?;
    finder.name_members()?;
    while let Some(folder) = finder.waiting.pop() {
        finder.look_into(&folder)?;
    }
    Ok(finder.found)
}

fn paths(all: &[String]) -> HashSet<PathBuf> {
    all.iter().filter_map(|path| inside(Path::new(path))).collect()
}

struct Finder<'a, 'b> {
    reading: &'a mut Reading<'b>,
    workspace: Option<&'a WorkspaceTable>,
    excluded: HashSet<PathBuf>,
    named: HashSet<PathBuf>,
    found: Members,
    seen: HashSet<Rc<Path>>,
    /// Folders of members that are not read yet.
    waiting: Vec<Waiting>,
}

struct Waiting {
    folder: Rc<Path>,
    /// Whether the manifest names the folder itself: it is a mistake if no package is there.
    is_named: bool,
}

impl Finder<'_, '_> {
    fn name_members(&mut self) -> Result<(), Refusal> {
        for member in self.workspace.map_or(&[][..], |workspace| &workspace.members) {
            let is_named = !member.contains(GLOB);
            match self.expand(member)? {
                Some(folders) => {
                    for folder in &folders {
                        self.wait(folder, is_named)?;
                    }
                }
                None => self.leave_out(member),
            }
        }
        Ok(())
    }

    fn wait(&mut self, folder: &Path, is_named: bool) -> Result<(), Refusal> {
        if self.seen.contains(folder) {
            return Ok(());
        }
        self.reading.look_for(folder)?;
        if self.is_excluded(folder) {
            return Ok(());
        }
        let folder = Rc::from(folder);
        self.seen.insert(Rc::clone(&folder));
        self.waiting.push(Waiting { folder, is_named });
        Ok(())
    }

    fn look_into(&mut self, Waiting { folder, is_named }: &Waiting) -> Result<(), Refusal> {
        match self.reading.manifest(folder)? {
            Found::Manifest(manifest) => self.add(folder, &manifest),
            Found::Link => {
                self.leave_out(&folder.to_string_lossy());
                Ok(())
            }
            Found::Missing if *is_named => Err(refusal(
                &folder.join("Cargo.toml"),
                "the workspace names it, and it is not there",
            )),
            Found::Missing => Ok(()),
        }
    }

    /// Adds the package of a manifest, if it has one.
    fn add(&mut self, folder: &Path, manifest: &Manifest) -> Result<(), Refusal> {
        let Some(table) = &manifest.package else { return Ok(()) };
        let path = folder.join("Cargo.toml");
        let wrong = |reason| refusal(&path, reason);
        // What is a workspace of its own inherits from itself.
        let own = manifest.workspace.as_ref().map(|workspace| (workspace, folder));
        let around = self.workspace.map(|workspace| (workspace, Path::new("")));
        let place = Place { folder, workspace: own.or(around) };
        let mut dependencies = BTreeSet::new();
        for dependency in manifest.dependencies(place) {
            self.reading.check_time()?;
            let (dependency, inner) = dependency.map_err(wrong)?;
            dependencies.insert(dependency);
            if let Some(inner) = inner.filter(|_| self.workspace.is_some()) {
                self.wait(&inner, true)?;
            }
        }
        let edition = table.edition(place).map_err(wrong)?;
        let targets = targets(self.reading, folder, manifest, table, edition)?;
        let package = Package::new(table, place, &targets, &dependencies).map_err(wrong)?;
        self.found.members.push(Member::new(package, folder.to_owned(), targets, dependencies));
        Ok(())
    }

    /// Whether a folder is under an excluded one, and under none that is named as a member.
    fn is_excluded(&self, folder: &Path) -> bool {
        let under = |all: &HashSet<PathBuf>| folder.ancestors().any(|folder| all.contains(folder));
        under(&self.excluded) && !under(&self.named)
    }

    /// Of an absolute path, only the last name is shown.
    fn leave_out(&mut self, member: &str) {
        if self.found.left_out.len() == MAX_LEFT_OUT {
            return;
        }
        let shown = match member.rsplit_once('/') {
            Some((_, name)) if Path::new(member).is_absolute() => format!("…/{name}"),
            _ => member.to_owned(),
        };
        let shown = cut(&shown, MAX_TEXT);
        // Several globs can find it.
        if !self.found.left_out.contains(&shown) {
            self.found.left_out.push(shown);
        }
    }

    /// The folders that a path stands for, which can be a glob. None, if it leads out of the root, or is too long.
    fn expand(&mut self, member: &str) -> Result<Option<BTreeSet<PathBuf>>, Refusal> {
        if is_too_long(Path::new(member)) {
            return Ok(None);
        }
        let mut folders = BTreeSet::from([PathBuf::new()]);
        for component in Path::new(member).components() {
            // Each step takes as long as there are folders.
            (0..folders.len()).try_for_each(|_| self.reading.look())?;
            folders = match component {
                Component::Normal(part) if part == "**" => self.all_below(&folders)?,
                Component::Normal(part) => match part.to_str().filter(|part| part.contains(GLOB)) {
                    Some(glob) => self.matching(&folders, glob)?,
                    None => folders.into_iter().map(|folder| folder.join(part)).collect(),
                },
                other => {
                    let moved = folders.into_iter().map(|folder| inside(&folder.join(other)));
                    match moved.collect() {
                        Some(folders) => folders,
                        None => return Ok(None),
                    }
                }
            };
        }
        Ok(Some(folders))
    }

    /// The folders in some folders whose name matches.
    fn matching(
        &mut self,
        folders: &BTreeSet<PathBuf>,
        glob: &str,
    ) -> Result<BTreeSet<PathBuf>, Refusal> {
        let pattern = Pattern::new(glob).map_err(|error| {
            let glob = cut(glob, MAX_TEXT);
            refusal(
                Path::new("Cargo.toml"),
                format!("the member `{glob}` is no glob: {}", error.msg),
            )
        })?;
        let mut found = BTreeSet::new();
        for folder in folders {
            if self.reading.is_link(folder)? {
                self.leave_out(&folder.to_string_lossy());
            }
            for Entry { path, kind } in self.reading.list(folder)? {
                let name = path.file_name().and_then(|name| name.to_str());
                match kind {
                    _ if !name.is_some_and(|name| pattern.matches(name)) => {}
                    Kind::Folder => drop(found.insert(path)),
                    Kind::Link => self.leave_out(&path.to_string_lossy()),
                    Kind::File | Kind::Other | Kind::Closed => {}
                }
            }
        }
        Ok(found)
    }

    /// Some folders, and all that are in them.
    fn all_below(&mut self, folders: &BTreeSet<PathBuf>) -> Result<BTreeSet<PathBuf>, Refusal> {
        let mut found = BTreeSet::new();
        let mut waiting: Vec<_> = folders.iter().cloned().collect();
        while let Some(folder) = waiting.pop() {
            if found.insert(folder.clone()) {
                let entries = self.reading.list(&folder)?.into_iter();
                waiting.extend(entries.filter(|it| it.kind == Kind::Folder).map(|it| it.path));
            }
        }
        Ok(found)
    }
}
