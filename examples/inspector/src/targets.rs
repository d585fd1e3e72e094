//! The targets of a package: those that its manifest declares, and those that Cargo finds by their place.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use crate::manifest::{Build, Manifest, PackageTable, TargetTable};
use crate::reading::{Reading, Refusal};
use crate::root::{Kind, inside};

/// The targets of a package.
#[derive(Debug, Default)]
pub(crate) struct Targets {
    /// Their names: the library, then programs, examples, tests, benchmarks and the build script.
    pub(crate) names: Vec<String>,
    /// The first files of the library, the programs and the build script.
    pub(crate) entries: Vec<PathBuf>,
    pub(crate) library: Option<Library>,
}

/// The library of a package.
#[derive(Debug)]
pub(crate) struct Library {
    pub(crate) name: String,
    pub(crate) entry: PathBuf,
}

/// A target that has its name and its file by its place.
struct Inferred {
    name: String,
    path: PathBuf,
}

/// Finds the targets of the package in a folder.
pub(crate) fn targets(
    reading: &mut Reading,
    folder: &Path,
    manifest: &Manifest,
    package: &PackageTable,
    edition: &str,
) -> Result<Targets, Refusal> {
    let mut finder = Finder { reading, folder, package, is_2015: edition == "2015" };
    let mut targets = Targets::default();
    if let Some(library) = finder.library(manifest.lib.as_ref())? {
        targets.names.push(library.name.clone());
        targets.entries.push(library.entry.clone());
        targets.library = Some(library);
    }
    for (name, path) in finder.programs(&manifest.bin)? {
        targets.names.push(name);
        targets.entries.extend(path);
    }
    let beside = [
        ("examples", &manifest.example, package.autoexamples),
        ("tests", &manifest.test, package.autotests),
        ("benches", &manifest.bench, package.autobenches),
    ];
    for (place, declared, automatic) in beside {
        let inferred = finder.inferred_in(Path::new(place))?;
        let found = finder.merge(declared, &inferred, automatic)?;
        targets.names.extend(found.into_iter().map(|(name, _)| name));
    }
    for (name, entry) in finder.build_scripts()? {
        targets.names.push(name);
        targets.entries.push(entry);
    }
    Ok(targets)
}

struct Finder<'a, 'b> {
    reading: &'a mut Reading<'b>,
    folder: &'a Path,
    package: &'a PackageTable,
    /// In the first edition, a declared target keeps Cargo from finding others of its kind.
    is_2015: bool,
}

impl Finder<'_, '_> {
    fn library(&mut self, declared: Option<&TargetTable>) -> Result<Option<Library>, Refusal> {
        let found = declared.is_some() || self.package.autolib;
        let inferred = found && self.has_file("src/lib.rs")?;
        if declared.is_none() && !inferred {
            return Ok(None);
        }
        let name = declared.and_then(|lib| lib.name.as_ref()).unwrap_or(&self.package.name);
        let name = name.replace('-', "_");
        let entry = match declared.and_then(|lib| lib.path.as_ref()) {
            Some(path) => path.clone(),
            None if !inferred && self.is_2015 => PathBuf::from(format!("src/{name}.rs")),
            None => PathBuf::from("src/lib.rs"),
        };
        Ok(Some(Library { name, entry: self.place(&entry) }))
    }

    fn programs(
        &mut self,
        declared: &[TargetTable],
    ) -> Result<Vec<(String, Option<PathBuf>)>, Refusal> {
        let mut inferred = Vec::new();
        if self.has_file("src/main.rs")? {
            let path = PathBuf::from("src/main.rs");
            inferred.push(Inferred { name: self.package.name.clone(), path });
        }
        inferred.extend(self.inferred_in(Path::new("src/bin"))?);
        self.merge(declared, &inferred, self.package.autobins)
    }

    /// `x.rs` and `x/main.rs` in a folder are both a target `x`.
    fn inferred_in(&mut self, place: &Path) -> Result<Vec<Inferred>, Refusal> {
        let mut inferred = Vec::new();
        for entry in self.reading.list(&self.folder.join(place))? {
            let Some(file) = entry.path.file_name().and_then(|name| name.to_str()) else {
                continue;
            };
            let is_folder = entry.kind == Kind::Folder;
            let (name, path) = match file.strip_suffix(".rs") {
                _ if file.starts_with('.') => continue,
                _ if is_folder && self.reading.has_file(&entry.path.join("main.rs"))? => {
                    (file, place.join(file).join("main.rs"))
                }
                Some(name) if !is_folder => (name, place.join(file)),
                _ => continue,
            };
            inferred.push(Inferred { name: name.to_owned(), path });
        }
        inferred.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(inferred)
    }

    /// The declared targets, then the others that are found. What is declared without a path has that of its name.
    fn merge(
        &mut self,
        declared: &[TargetTable],
        inferred: &[Inferred],
        automatic: Option<bool>,
    ) -> Result<Vec<(String, Option<PathBuf>)>, Refusal> {
        let names: HashSet<_> = declared.iter().filter_map(|table| table.name.as_ref()).collect();
        let paths: HashSet<_> = declared.iter().filter_map(|table| table.path.as_ref()).collect();
        let of_names: HashMap<_, _> = inferred.iter().map(|it| (&it.name, &it.path)).collect();
        let mut targets = Vec::new();
        for table in declared {
            // Each takes as much memory as the path of the package has.
            self.reading.look()?;
            let Some(name) = &table.name else { continue };
            let path = table.path.as_ref().or_else(|| of_names.get(name).copied());
            targets.push((name.clone(), path.map(|path| self.place(path))));
        }
        if automatic.unwrap_or(declared.is_empty() || !self.is_2015) {
            let is_other = |it: &&Inferred| !names.contains(&it.name) && !paths.contains(&it.path);
            let others = inferred.iter().filter(is_other);
            targets.extend(others.map(|it| (it.name.clone(), Some(self.place(&it.path)))));
        }
        Ok(targets)
    }

    fn build_scripts(&mut self) -> Result<Vec<(String, PathBuf)>, Refusal> {
        let scripts = match &self.package.build {
            Some(Build::Scripts(paths)) => paths.clone(),
            Some(Build::Script(path)) => vec![path.clone()],
            Some(Build::Automatic(true)) => vec![PathBuf::from("build.rs")],
            None if self.has_file("build.rs")? => vec![PathBuf::from("build.rs")],
            Some(Build::Automatic(false)) | None => Vec::new(),
        };
        let named = scripts.into_iter().map(|script| {
            self.reading.look()?;
            let stem = script.file_stem().unwrap_or_default().to_string_lossy();
            Ok((format!("build-script-{stem}"), self.place(&script)))
        });
        named.collect()
    }

    fn has_file(&mut self, path: &str) -> Result<bool, Refusal> {
        self.reading.has_file(&self.folder.join(path))
    }

    /// A path of the package, relative to the root. One that leads out of it stays as it is, and is never read.
    fn place(&self, path: &Path) -> PathBuf {
        let path = self.folder.join(path);
        inside(&path).unwrap_or(path)
    }
}
