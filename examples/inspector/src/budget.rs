//! How much source is read for one call, and what is left out for it.

use std::path::Path;

use envelope_runtime::Payload;
use serde::Serialize;

use crate::call::Call;
use crate::root::Root;
use crate::source::{MAX_FILE_BYTES, Unparsed, UnparsedReason};

/// How many files are read for one call, and how many files and folders are looked at under `src`.
pub const MAX_FILES: usize = 20_000;

/// After how many bytes no further file is read for one call: 256 MiB.
pub const MAX_SOURCE_BYTES: u64 = 256 * 1024 * 1024;

/// How many items are found in one call.
pub const MAX_FOUND: usize = 10_000;

/// How many of the files are named that could not be looked into, and how many of those that were left out.
pub const MAX_UNPARSED: usize = 50;

/// The files that were left out since there is too much source for one call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Payload)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Dropped {
    /// Up to 50 of them, relative to the folder that is inspected. Of the first, some may have been looked into.
    pub files: Vec<String>,
    /// How many such files are known.
    pub count: usize,
    /// What there is too much of.
    pub limit: Limit,
}

/// What one call has a limit on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Limit {
    /// There are more than 20,000 files.
    Files,
    /// The files have more than 256 MiB.
    Bytes,
    /// There are more than 10,000 items to find.
    Items,
    /// The call took too long, or was cancelled.
    Time,
}

impl Limit {
    /// What it is called on the wire: `files`, `bytes`, `items` or `time`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Files => "files",
            Self::Bytes => "bytes",
            Self::Items => "items",
            Self::Time => "time",
        }
    }
}

/// Why a file is left out.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Reason {
    Unparsed(UnparsedReason),
    Over(Limit),
}

impl From<UnparsedReason> for Reason {
    fn from(reason: UnparsedReason) -> Self {
        Self::Unparsed(reason)
    }
}

/// What was left out: some of it by name, and how much it is.
#[derive(Default)]
pub(crate) struct LeftOut {
    pub(crate) unparsed: Vec<Unparsed>,
    pub(crate) unparsed_count: usize,
    pub(crate) dropped: Option<Dropped>,
}

impl LeftOut {
    pub(crate) fn add_file(&mut self, file: &str, reason: Reason) {
        match reason {
            Reason::Over(limit) => self.drop_file(file, limit),
            Reason::Unparsed(reason) => {
                self.add(Unparsed { file: file.to_owned(), module: None, reason });
            }
        }
    }

    pub(crate) fn add(&mut self, unparsed: Unparsed) {
        self.unparsed_count += 1;
        if self.unparsed.len() < MAX_UNPARSED {
            self.unparsed.push(unparsed);
        }
    }

    fn drop_file(&mut self, file: &str, limit: Limit) {
        let none = Dropped { files: Vec::new(), count: 0, limit };
        let dropped = self.dropped.get_or_insert(none);
        dropped.count += 1;
        if dropped.files.len() < MAX_UNPARSED {
            dropped.files.push(file.to_owned());
        }
    }
}

/// How much may still be read and found for one call.
pub(crate) struct Budget<'a> {
    call: &'a Call,
    files: usize,
    bytes: u64,
    items: usize,
    /// The limit that was reached.
    over: Option<Limit>,
}

impl<'a> Budget<'a> {
    pub(crate) fn new(call: &'a Call) -> Self {
        Self { call, files: MAX_FILES, bytes: MAX_SOURCE_BYTES, items: MAX_FOUND, over: None }
    }

    /// Whether another file may be looked into. Once it may not, none may.
    pub(crate) fn check(&mut self) -> Result<(), Reason> {
        if self.over.is_none() && self.call.is_over() {
            self.over = Some(Limit::Time);
        }
        self.over.map_or(Ok(()), |limit| Err(Reason::Over(limit)))
    }

    /// The text of a file, if it is not too large.
    pub(crate) fn read(&mut self, root: &Root, path: &Path) -> Result<String, Reason> {
        let read = root.read(path, MAX_FILE_BYTES);
        self.spend(read.as_ref().map_or(0, |bytes| bytes.len() as u64));
        let bytes = read.map_err(UnparsedReason::from)?;
        String::from_utf8(bytes).map_err(|_| UnparsedReason::NotUtf8.into())
    }

    fn spend(&mut self, bytes: u64) {
        self.files = self.files.saturating_sub(1);
        self.bytes = self.bytes.saturating_sub(bytes);
        if self.files == 0 {
            self.over = Some(Limit::Files);
        } else if self.bytes == 0 {
            self.over = Some(Limit::Bytes);
        }
    }

    /// Adds what was found, unless there is too much of it. Then it is not even made.
    pub(crate) fn keep<T>(&mut self, found: &mut Vec<T>, item: impl FnOnce() -> T) {
        match self.items.checked_sub(1) {
            Some(items) => {
                self.items = items;
                found.push(item());
            }
            None => self.over = Some(Limit::Items),
        }
    }

    /// Whether the work on a file may go on.
    pub(crate) fn go_on(&mut self) -> Result<(), Reason> {
        if self.call.is_over() {
            self.over = Some(Limit::Time);
        }
        self.kept()
    }

    /// Whether nothing of a file was left out.
    pub(crate) fn kept(&self) -> Result<(), Reason> {
        match self.over {
            Some(limit @ (Limit::Items | Limit::Time)) => Err(Reason::Over(limit)),
            _ => Ok(()),
        }
    }
}
