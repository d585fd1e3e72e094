//! Reading manifests within bounds, however many a workspace names and however large they are.

use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::InspectorError;
use crate::cache::REST;
use crate::manifest::Manifest;
use crate::root::{Entry, Kind, Root, Stamp, Unread};

/// How large a manifest may be: 1 MiB.
pub const MAX_MANIFEST_BYTES: u64 = 1024 * 1024;

/// How large the manifests of a workspace may be together: 8 MiB.
pub const MAX_MANIFESTS_BYTES: u64 = 8 * 1024 * 1024;

/// How many files and folders are looked at for the members of a workspace and for their targets.
pub const MAX_LOOKS: usize = 100_000;

/// How many bytes the paths of the folders may have together that are looked for: 32 MiB.
const MAX_PATHS_BYTES: usize = 32 * 1024 * 1024;

/// How long it may take.
const TIME_LIMIT: Duration = Duration::from_secs(10);

/// Why there are no packages.
#[derive(Clone, Debug)]
pub(crate) enum Refusal {
    /// What is wrong with a manifest.
    Manifest {
        manifest: PathBuf,
        reason: String,
    },
    TakesTooLong,
    /// The system has no file descriptors left.
    NoDescriptors,
}

impl From<Refusal> for InspectorError {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Manifest { manifest, reason } => Self::Manifest { manifest, reason },
            Refusal::TakesTooLong => {
                let limit = TIME_LIMIT.as_secs();
                Self::SlowManifests { limit, wait: limit * u64::from(REST) }
            }
            Refusal::NoDescriptors => Self::NoDescriptors { wait: 5 },
        }
    }
}

impl Refusal {
    /// What the system says of a manifest.
    pub(crate) fn system(manifest: &Path, error: &io::Error) -> Self {
        // `ENFILE` and `EMFILE`: the only two numbers that have no `ErrorKind` and pass by themselves.
        match error.raw_os_error() {
            Some(23 | 24) if cfg!(unix) => Self::NoDescriptors,
            _ => refusal(manifest, error.kind().to_string()),
        }
    }
}

/// What was found for a manifest.
pub(crate) enum Found {
    Manifest(Box<Manifest>),
    Missing,
    /// It is behind a link, or is one.
    Link,
}

/// The reading of one workspace.
pub(crate) struct Reading<'a> {
    root: &'a Root,
    bytes: u64,
    path_bytes: usize,
    looks: usize,
    end: Instant,
    /// The manifests that were asked for, and what they were then.
    pub(crate) stamps: Vec<(PathBuf, Option<Stamp>)>,
}

impl<'a> Reading<'a> {
    pub(crate) fn new(root: &'a Root) -> Self {
        Self {
            root,
            bytes: MAX_MANIFESTS_BYTES,
            path_bytes: MAX_PATHS_BYTES,
            looks: MAX_LOOKS,
            end: Instant::now() + TIME_LIMIT,
            stamps: Vec::new(),
        }
    }

    /// The manifest of the package or the workspace in a folder.
    pub(crate) fn manifest(&mut self, folder: &Path) -> Result<Found, Refusal> {
        self.look()?;
        let path = folder.join("Cargo.toml");
        self.stamps.push((path.clone(), self.root.stamp(&path)));
        let bytes = match self.root.read(&path, MAX_MANIFEST_BYTES.min(self.bytes)) {
            Ok(bytes) => bytes,
            Err(Unread::Missing) => return Ok(Found::Missing),
            Err(Unread::Link) => return Ok(Found::Link),
            Err(Unread::NotAFile) => return Err(refusal(&path, "it is not a regular file")),
            Err(Unread::TooLarge) if self.bytes < MAX_MANIFEST_BYTES => {
                return Err(refusal(&path, "with it, the manifests have more than 8 MiB"));
            }
            Err(Unread::TooLarge) => return Err(refusal(&path, "it has more than 1 MiB")),
            Err(Unread::System(error)) => return Err(Refusal::system(&path, &error)),
        };
        self.bytes -= bytes.len() as u64;
        let manifest = Manifest::parse(bytes).map_err(|reason| refusal(&path, reason))?;
        Ok(Found::Manifest(Box::new(manifest)))
    }

    /// Whether there is a file or a link to one. What a link leads to is not looked at.
    pub(crate) fn has_file(&mut self, path: &Path) -> Result<bool, Refusal> {
        self.look()?;
        Ok(matches!(self.root.kind(path), Ok(Kind::File | Kind::Link)))
    }

    /// Whether a folder is a link, or behind one.
    pub(crate) fn is_link(&mut self, folder: &Path) -> Result<bool, Refusal> {
        self.look()?;
        Ok(matches!(self.root.kind(folder), Ok(Kind::Link)))
    }

    /// What is in a folder; nothing, if it cannot be listed.
    pub(crate) fn list(&mut self, folder: &Path) -> Result<Vec<Entry>, Refusal> {
        self.look()?;
        let mut entries = Vec::new();
        for entry in self.root.list(folder).into_iter().flatten() {
            self.look()?;
            entries.push(entry);
        }
        Ok(entries)
    }

    /// Counts a folder that may have a package. Its path is kept.
    pub(crate) fn look_for(&mut self, folder: &Path) -> Result<(), Refusal> {
        self.look()?;
        let length = folder.as_os_str().len();
        self.path_bytes = self.path_bytes.checked_sub(length).ok_or_else(|| {
            let reason = "its workspace has folders whose paths have more than 32 MiB";
            refusal(Path::new("Cargo.toml"), reason)
        })?;
        Ok(())
    }

    /// Counts what is looked at, or kept.
    pub(crate) fn look(&mut self) -> Result<(), Refusal> {
        self.check_time()?;
        self.looks = self.looks.checked_sub(1).ok_or_else(|| {
            let reason = "its workspace has more than 100,000 files and folders to look at";
            refusal(Path::new("Cargo.toml"), reason)
        })?;
        Ok(())
    }

    /// Refuses to go on after the time limit.
    pub(crate) fn check_time(&self) -> Result<(), Refusal> {
        if Instant::now() > self.end { Err(Refusal::TakesTooLong) } else { Ok(()) }
    }
}

/// What is wrong with a manifest.
pub(crate) fn refusal(manifest: &Path, reason: impl Into<String>) -> Refusal {
    Refusal::Manifest { manifest: manifest.to_owned(), reason: reason.into() }
}

#[cfg(all(test, unix))]
mod tests {
    use envelope_runtime::ToolError;

    use super::*;

    /// There is nothing wrong with the manifest, so nobody is told to fix it.
    #[test]
    fn without_descriptors_a_retry_helps() {
        for (number, code) in [(24, "UNAVAILABLE"), (23, "UNAVAILABLE"), (5, "MANIFEST_UNREADABLE")]
        {
            let error = io::Error::from_raw_os_error(number);
            let refusal = InspectorError::from(Refusal::system(Path::new("Cargo.toml"), &error));
            assert_eq!(refusal.failure().report().code(), code);
        }
    }
}
