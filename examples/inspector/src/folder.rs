//! Reading below one folder. `cap-std` refuses every path and every link that leads out of it.

use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use cap_fs_ext::OpenOptionsSyncExt;
use cap_std::ambient_authority;
use cap_std::fs::{Dir, FileType, OpenOptions};

/// An open folder. Another folder that takes its place isn't read.
#[derive(Debug)]
pub(crate) struct Folder(Dir);

impl Folder {
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        Dir::open_ambient_dir(path, ambient_authority()).map(Self)
    }

    /// The text of a regular file of at most `max` bytes.
    pub(crate) fn read(&self, path: &Path, max: u64) -> io::Result<String> {
        let mut options = OpenOptions::new();
        // Opening a pipe would wait for its writer.
        options.read(true).nonblock(true);
        let file = self.0.open_with(path, &options)?;
        if !file.metadata()?.is_file() {
            return Err(io::Error::other("it is not a regular file"));
        }
        let mut bytes = Vec::new();
        file.take(max + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > max {
            let reason = format!("it has more than {max} bytes");
            return Err(io::Error::new(ErrorKind::FileTooLarge, reason));
        }
        String::from_utf8(bytes).map_err(|_| io::Error::other("it is not UTF-8"))
    }

    /// The paths in a folder.
    pub(crate) fn list(
        &self,
        folder: &Path,
    ) -> io::Result<impl Iterator<Item = (PathBuf, FileType)>> {
        let place = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let folder = folder.to_owned();
        Ok(self.0.read_dir(place)?.filter_map(move |entry| {
            let entry = entry.ok()?;
            Some((folder.join(entry.file_name()), entry.file_type().ok()?))
        }))
    }
}
