//! Counts the source of a package.

use std::path::Path;

use envelope_runtime::Payload;
use serde::Serialize;

use crate::folder::Folder;

/// The largest number of files that one call reads.
pub const MAX_FILES: usize = 20_000;

/// The largest file that is counted: 1 MiB.
pub const MAX_FILE_BYTES: u64 = 1024 * 1024;

/// How many of the paths that are left out are listed.
pub const MAX_LISTED: usize = 50;

/// The size of a package's source: the Rust files below `src`.
#[derive(Clone, Debug, Serialize, Payload)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Counted {
    /// The name of the package.
    pub package: String,
    /// The number of files.
    pub files: usize,
    /// The number of lines.
    pub lines: usize,
    /// The rest: metadata, if the contract has some for it.
    #[serde(skip)]
    pub left_out: LeftOut,
}

/// The files and folders that are not counted.
#[derive(Clone, Debug, Default)]
pub struct LeftOut {
    /// The first of them, relative to the workspace.
    pub paths: Vec<String>,
    /// The number of all.
    pub count: usize,
    /// Whether the call ended before it had counted everything, because of its time or of [`MAX_FILES`].
    pub is_unfinished: bool,
}

impl Counted {
    /// Counts until `go_on` returns `false`.
    pub(crate) fn count(
        folder: &Folder,
        package: &str,
        package_folder: &Path,
        go_on: impl Fn() -> bool,
    ) -> Self {
        let left_out = LeftOut::default();
        let mut counted = Self { package: package.to_owned(), files: 0, lines: 0, left_out };
        let mut waiting = vec![package_folder.join("src")];
        while let Some(path) = waiting.pop() {
            let listed = counted.goes_on(&go_on).then(|| folder.list(&path));
            let Some(Ok(entries)) = listed else {
                counted.left_out.add(&path);
                continue;
            };
            for (path, kind) in entries {
                if kind.is_dir() {
                    waiting.push(path);
                } else if path.extension().is_some_and(|extension| extension == "rs") {
                    counted.count_file(folder, &path, &go_on);
                }
            }
        }
        counted
    }

    fn count_file(&mut self, folder: &Folder, file: &Path, go_on: impl Fn() -> bool) {
        match self.goes_on(go_on).then(|| folder.read(file, MAX_FILE_BYTES)) {
            Some(Ok(text)) => {
                self.files += 1;
                self.lines += text.lines().count();
            }
            _ => self.left_out.add(file),
        }
    }

    fn goes_on(&mut self, go_on: impl Fn() -> bool) -> bool {
        self.left_out.is_unfinished |= self.files == MAX_FILES || !go_on();
        !self.left_out.is_unfinished
    }
}

impl LeftOut {
    fn add(&mut self, path: &Path) {
        self.count += 1;
        if self.paths.len() < MAX_LISTED {
            self.paths.push(path.to_string_lossy().replace('\\', "/"));
        }
    }
}
