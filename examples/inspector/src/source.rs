//! The source of a package: its files, and how large it is.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use envelope_runtime::Payload;
use proc_macro2::TokenStream;
use serde::Serialize;
use syn::visit::{self, Visit};

use crate::nesting::is_too_deep;
use crate::page::Page;
use crate::root::{Entry, Kind, Root, Unread, inside};
use crate::text::{MAX_TEXT, cut};
use crate::workspace::{Member, Workspace};

/// How large a file may be that is read: 1 MiB.
pub const MAX_FILE_BYTES: u64 = 1024 * 1024;

/// How many files are read for one call, and how many files and folders are looked at under `src`.
pub const MAX_FILES: usize = 20_000;

/// After how many bytes no further file is read for one call: 256 MiB.
pub const MAX_SOURCE_BYTES: u64 = 256 * 1024 * 1024;

/// How many of the files are named that could not be looked into.
pub const MAX_UNPARSED: usize = 50;

/// A page of what was found in source, and what could not be looked into.
#[derive(Clone, Debug, Serialize, Payload)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Scanned<T> {
    /// What was found.
    #[serde(flatten)]
    pub page: Page<T>,
    /// The files that could not be looked into, up to 50 of them. They are the same on each page.
    pub unparsed: Vec<Unparsed>,
    /// How many such files there are.
    pub unparsed_count: usize,
}

/// A file that could not be looked into.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Payload)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Unparsed {
    /// The file, relative to the folder that is inspected. For a module, the file that declares it.
    pub file: String,
    /// The module, where it is one whose file is not read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub module: Option<String>,
    /// Why it was left out.
    pub reason: UnparsedReason,
}

/// Why a file was not looked into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum UnparsedReason {
    /// It is not valid Rust.
    InvalidRust,
    /// Its brackets or expressions are nested too deep.
    TooDeep,
    /// It is larger than 1 MiB.
    TooLarge,
    /// It is not UTF-8.
    NotUtf8,
    /// It is a symbolic link.
    Symlink,
    /// It is not in the folder that is inspected.
    NotInside,
    /// It was looked into already, as another module.
    Repeated,
    /// There are more than 20,000 files, or 256 MiB: this one was not read, nor any after it. It comes before all others.
    OverBudget,
    /// The system does not let it be read.
    Unreadable,
}

/// How large a package's source is.
#[derive(Clone, Debug, Default, Serialize, Payload)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Source {
    /// How many files there are.
    pub files: usize,
    /// How many lines they have.
    pub lines: usize,
    /// How many `unsafe` blocks there are.
    pub unsafe_blocks: usize,
}

/// The size of a package's source.
#[derive(Clone, Debug, Serialize, Payload)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Counted {
    /// The name of the package.
    pub package: String,
    /// The size.
    pub source: Source,
    /// The files that could not be looked into, up to 50 of them.
    #[serde(skip)]
    pub unparsed: Vec<Unparsed>,
    /// How many such files there are.
    #[serde(skip)]
    pub unparsed_count: usize,
}

impl<T> Scanned<T> {
    pub(crate) fn new(page: Page<T>, left_out: LeftOut) -> Self {
        Self { page, unparsed: left_out.named, unparsed_count: left_out.count }
    }
}

impl Counted {
    pub(crate) fn new(package: &str, source: Source, left_out: LeftOut) -> Self {
        let package = package.to_owned();
        Self { package, source, unparsed: left_out.named, unparsed_count: left_out.count }
    }
}

impl Unparsed {
    pub(crate) fn file(file: &str, reason: UnparsedReason) -> Self {
        Self { file: file.to_owned(), module: None, reason }
    }
}

/// What could not be looked into: some of it by name, and how much it is.
#[derive(Default)]
pub(crate) struct LeftOut {
    named: Vec<Unparsed>,
    count: usize,
}

impl LeftOut {
    pub(crate) fn add(&mut self, unparsed: Unparsed) {
        self.count += 1;
        if unparsed.reason == UnparsedReason::OverBudget {
            self.named.insert(0, unparsed);
            self.named.truncate(MAX_UNPARSED);
        } else if self.named.len() < MAX_UNPARSED {
            self.named.push(unparsed);
        }
    }
}

/// How much may still be read for one call.
pub(crate) struct Budget {
    files: usize,
    bytes: u64,
}

impl Budget {
    pub(crate) fn new() -> Self {
        Self { files: MAX_FILES, bytes: MAX_SOURCE_BYTES }
    }

    /// The text of a file, if it is not too large.
    pub(crate) fn read(&mut self, root: &Root, path: &Path) -> Result<String, UnparsedReason> {
        if self.files == 0 || self.bytes == 0 {
            return Err(UnparsedReason::OverBudget);
        }
        self.files -= 1;
        let bytes = root.read(path, MAX_FILE_BYTES)?;
        self.bytes = self.bytes.saturating_sub(bytes.len() as u64);
        String::from_utf8(bytes).map_err(|_| UnparsedReason::NotUtf8)
    }
}

impl Source {
    /// Counts the files of a package, and names those that could not be looked into.
    pub(crate) fn count(workspace: &Workspace, member: &Member) -> (Self, LeftOut) {
        let mut source = Self::default();
        let left_out = each_file(workspace, member, |_, text| {
            source.files += 1;
            source.lines += text.lines().count();
            source.visit_file(&parse(text)?);
            Ok(())
        });
        (source, left_out)
    }
}

impl<'ast> Visit<'ast> for Source {
    fn visit_expr_unsafe(&mut self, block: &'ast syn::ExprUnsafe) {
        self.unsafe_blocks += 1;
        visit::visit_expr_unsafe(self, block);
    }
}

/// Shows each source file of a package, by name and with its text, and gives those that could not be looked into.
pub(crate) fn each_file(
    workspace: &Workspace,
    member: &Member,
    mut look: impl FnMut(&str, &str) -> Result<(), UnparsedReason>,
) -> LeftOut {
    let mut left_out = LeftOut::default();
    let mut budget = Budget::new();
    let Files { found, beyond } = files(&workspace.root, member);
    for path in found {
        let file = relative(&path);
        let looked = inside(&path)
            .ok_or(UnparsedReason::NotInside)
            .and_then(|path| budget.read(&workspace.root, &path))
            .and_then(|text| look(&file, &text));
        let Err(reason) = looked else { continue };
        left_out.add(Unparsed::file(&file, reason));
        if reason == UnparsedReason::OverBudget {
            return left_out;
        }
    }
    if let Some(path) = beyond {
        let file = relative(&path);
        left_out.add(Unparsed::file(&file, UnparsedReason::OverBudget));
    }
    left_out
}

/// The files of a package.
struct Files {
    found: BTreeSet<PathBuf>,
    /// The first that was not looked at, where there are too many.
    beyond: Option<PathBuf>,
}

/// The Rust files under `src`, and the first files of the targets wherever they are. Links are among them, and not followed.
fn files(root: &Root, member: &Member) -> Files {
    let source = member.folder.join("src");
    let mut walk = root.walk(&source);
    let mut found: BTreeSet<_> =
        walk.by_ref().take(MAX_FILES).filter(is_source).map(|entry| entry.path).collect();
    let elsewhere = member.entries.iter().filter(|entry| !entry.starts_with(&source));
    found.extend(elsewhere.cloned());
    let beyond = walk.next().map(|entry| entry.path);
    Files { found, beyond }
}

/// Whether this is a Rust file, or may hide some.
fn is_source(entry: &Entry) -> bool {
    match entry.path.extension() {
        _ if entry.kind == Kind::Folder => false,
        Some(extension) => extension == "rs",
        None => matches!(entry.kind, Kind::Link | Kind::Closed),
    }
}

/// The path of a regular file in the root, without `.` and `..`.
pub(crate) fn file_inside(root: &Root, path: &Path) -> Result<PathBuf, UnparsedReason> {
    let path = inside(path).ok_or(UnparsedReason::NotInside)?;
    match root.kind(&path)? {
        Kind::File => Ok(path),
        Kind::Link => Err(UnparsedReason::Symlink),
        Kind::Folder | Kind::Other | Kind::Closed => Err(UnparsedReason::Unreadable),
    }
}

impl From<Unread> for UnparsedReason {
    fn from(unread: Unread) -> Self {
        match unread {
            Unread::Missing => Self::NotInside,
            Unread::Link => Self::Symlink,
            Unread::TooLarge => Self::TooLarge,
            Unread::NotAFile | Unread::System(_) => Self::Unreadable,
        }
    }
}

/// What a text says as Rust. The spans of the file before are no longer valid.
pub(crate) fn parse(text: &str) -> Result<syn::File, UnparsedReason> {
    proc_macro2::extra::invalidate_current_thread_spans();
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let tokens: TokenStream = text.parse().map_err(|_| UnparsedReason::InvalidRust)?;
    if is_too_deep(tokens) {
        return Err(UnparsedReason::TooDeep);
    }
    syn::parse_file(text).map_err(|_| UnparsedReason::InvalidRust)
}

/// A path with forward slashes. If it leads out of the root, only the name of the file.
pub(crate) fn relative(path: &Path) -> String {
    let path = inside(path).unwrap_or_else(|| path.file_name().unwrap_or_default().into());
    let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
    cut(&parts.join("/"), MAX_TEXT)
}
