//! The folder that is inspected. Whatever is read is opened here, from the folder's own handle and one name at a time, and a link
//! is never followed: nothing outside of the folder is read, even if a link takes the place of a file during a call.

use std::ffi::OsStr;
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};
use std::time::SystemTime;

use cap_fs_ext::{DirExt, FollowSymlinks, OpenOptionsFollowExt, OpenOptionsSyncExt};
use cap_std::ambient_authority;
use cap_std::fs::{Dir, FileType, OpenOptions, ReadDir};

/// How many folders may be in one another.
const MAX_FOLDERS: usize = 100;

/// How long a path may be, in bytes. There can be many at a time.
const MAX_PATH: usize = 1_024;

/// A folder. Paths are relative to it, without `.` and `..`, as [`inside`] makes them.
#[derive(Debug)]
pub(crate) struct Root(Dir);

/// What a name in a folder stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    File,
    Folder,
    Link,
    /// A pipe, a socket or a device.
    Other,
    /// A folder that cannot be listed.
    Closed,
}

/// Why a file is not read.
#[derive(Debug)]
pub(crate) enum Unread {
    Missing,
    /// It is a link, or behind one.
    Link,
    NotAFile,
    TooLarge,
    System(io::Error),
}

/// The size of a file and when it was modified.
pub(crate) type Stamp = (u64, SystemTime);

/// A file or a folder that was found.
pub(crate) struct Entry {
    pub(crate) path: PathBuf,
    pub(crate) kind: Kind,
}

impl Root {
    pub(crate) fn open(folder: &Path) -> io::Result<Self> {
        Dir::open_ambient_dir(folder, ambient_authority()).map(Self)
    }

    /// What is at a path: a link, too, if it is behind one.
    pub(crate) fn kind(&self, path: &Path) -> Result<Kind, Unread> {
        let Some(name) = path.file_name() else { return Ok(Kind::Folder) };
        match self.around(path) {
            Ok(folder) => kind(&folder, name),
            Err(Unread::Link) => Ok(Kind::Link),
            Err(unread) => Err(unread),
        }
    }

    /// The size of a file and when it was modified, if it is there.
    pub(crate) fn stamp(&self, path: &Path) -> Option<Stamp> {
        let metadata = self.around(path).ok()?.symlink_metadata(path.file_name()?).ok()?;
        Some((metadata.len(), metadata.modified().ok()?.into_std()))
    }

    /// The bytes of a regular file, if it has no more than `max`.
    pub(crate) fn read(&self, path: &Path, max: u64) -> Result<Vec<u8>, Unread> {
        let folder = self.around(path)?;
        let name = path.file_name().ok_or(Unread::NotAFile)?;
        // Opening a device can have effects.
        match kind(&folder, name)? {
            Kind::File => {}
            Kind::Link => return Err(Unread::Link),
            _ => return Err(Unread::NotAFile),
        }
        // Something else can have taken its place by now: a link is refused, and a pipe is not waited for.
        let mut options = OpenOptions::new();
        options.read(true).follow(FollowSymlinks::No).nonblock(true);
        let file = folder.open_with(name, &options).map_err(Unread::from)?;
        let metadata = file.metadata().map_err(Unread::from)?;
        if !metadata.is_file() {
            return Err(Unread::NotAFile);
        }
        if metadata.len() > max {
            return Err(Unread::TooLarge);
        }
        let mut bytes = Vec::new();
        // It can grow while it is read.
        file.take(max + 1).read_to_end(&mut bytes).map_err(Unread::from)?;
        if bytes.len() as u64 > max { Err(Unread::TooLarge) } else { Ok(bytes) }
    }

    /// The names in a folder, in no order, and what they stand for.
    pub(crate) fn list(&self, folder: &Path) -> Result<List, Unread> {
        let opened = self.folder(folder)?;
        let names = opened.entries().map_err(Unread::from)?;
        Ok(List { folder: folder.to_owned(), names })
    }

    /// What is in a folder, in the folders in it, and so on: first the folder itself. Links are not followed.
    pub(crate) fn walk(&self, folder: &Path) -> Walk<'_> {
        Walk { root: self, first: Some(folder.to_owned()), folders: Vec::new(), list: None }
    }

    /// The folder that a path is in.
    fn around(&self, path: &Path) -> Result<Dir, Unread> {
        self.folder(path.parent().unwrap_or(path))
    }

    fn folder(&self, path: &Path) -> Result<Dir, Unread> {
        if is_too_long(path) {
            return Err(Unread::NotAFile);
        }
        let mut folder = self.0.try_clone().map_err(Unread::from)?;
        for name in path {
            folder = match folder.open_dir_nofollow(name) {
                Ok(inner) => inner,
                Err(error) => {
                    let is_link = folder.symlink_metadata(name).is_ok_and(|it| it.is_symlink());
                    return Err(if is_link { Unread::Link } else { Unread::from(error) });
                }
            };
        }
        Ok(folder)
    }
}

fn kind(folder: &Dir, name: &OsStr) -> Result<Kind, Unread> {
    let metadata = folder.symlink_metadata(name).map_err(Unread::from)?;
    Ok(Kind::from(metadata.file_type()))
}

/// Whether a path is longer, or of more folders, than any that is read.
pub(crate) fn is_too_long(path: &Path) -> bool {
    path.as_os_str().len() > MAX_PATH || path.components().count() > MAX_FOLDERS
}

/// A relative path without `.` and `..`, or none if it leads out of the folder that it is relative to, or is too long.
pub(crate) fn inside(path: &Path) -> Option<PathBuf> {
    if is_too_long(path) {
        return None;
    }
    let mut inside = PathBuf::new();
    for component in path.components() {
        match component {
            Component::Normal(name) => inside.push(name),
            Component::CurDir => {}
            Component::ParentDir => {
                if !inside.pop() {
                    return None;
                }
            }
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    Some(inside)
}

/// What [`Root::list`] finds.
pub(crate) struct List {
    folder: PathBuf,
    names: ReadDir,
}

impl Iterator for List {
    type Item = Entry;

    fn next(&mut self) -> Option<Entry> {
        loop {
            // What disappears in the meantime is not there.
            let Ok(entry) = self.names.next()? else { continue };
            let Ok(kind) = entry.file_type() else { continue };
            return Some(Entry { path: self.folder.join(entry.file_name()), kind: kind.into() });
        }
    }
}

/// What [`Root::walk`] finds.
pub(crate) struct Walk<'a> {
    root: &'a Root,
    first: Option<PathBuf>,
    folders: Vec<PathBuf>,
    list: Option<List>,
}

impl Iterator for Walk<'_> {
    type Item = Entry;

    fn next(&mut self) -> Option<Entry> {
        loop {
            let found = match (self.first.take(), &mut self.list) {
                (Some(path), _) => self.root.kind(&path).ok().map(|kind| Entry { path, kind }),
                (None, Some(list)) => list.next(),
                (None, None) => None,
            };
            if let Some(entry) = found {
                if entry.kind == Kind::Folder {
                    self.folders.push(entry.path.clone());
                }
                return Some(entry);
            }
            let folder = self.folders.pop()?;
            self.list = self.root.list(&folder).ok();
            if self.list.is_none() {
                return Some(Entry { path: folder, kind: Kind::Closed });
            }
        }
    }
}

impl From<FileType> for Kind {
    fn from(kind: FileType) -> Self {
        if kind.is_file() {
            Self::File
        } else if kind.is_dir() {
            Self::Folder
        } else if kind.is_symlink() {
            Self::Link
        } else {
            Self::Other
        }
    }
}

impl From<io::Error> for Unread {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Self::Missing,
            _ => Self::System(error),
        }
    }
}
