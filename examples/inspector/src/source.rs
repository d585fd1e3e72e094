//! The source of a package: its files, and how large it is.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use envelope_runtime::Payload;
use proc_macro2::TokenStream;
use serde::Serialize;

use crate::budget::{Budget, Dropped, LeftOut, Limit, MAX_FILES, Reason};
use crate::call::Call;
use crate::nesting::is_too_deep;
use crate::page::Page;
use crate::root::{Entry, Kind, Root, Unread, inside};
use crate::text::{MAX_TEXT, cut};
use crate::tokens::{Tokens, code};
use crate::workspace::{Member, Workspace};

/// How large a file may be that is read: 1 MiB.
pub const MAX_FILE_BYTES: u64 = 1024 * 1024;

/// How many tokens a file may have that is parsed: 196,608. What the parser makes of a token takes up to 600 bytes, so that
/// a file takes up to 115 MiB.
pub const MAX_TOKENS: usize = 192 * 1024;

/// How many bytes a number may have in a file that is parsed: the parser takes as long as the square of it.
const MAX_NUMBER: usize = 1_000;

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
    /// The files that were left out since there is too much source: what is in them is in no page, and is not counted.
    pub dropped: Option<Dropped>,
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
    /// It is larger than 1 MiB, or it is to be parsed and has more than 196,608 tokens.
    TooLarge,
    /// It is not UTF-8.
    NotUtf8,
    /// It is a symbolic link.
    Symlink,
    /// It is not in the folder that is inspected.
    NotInside,
    /// It was looked into already, as another module.
    Repeated,
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
    /// How many `unsafe` blocks there are, in macros, too.
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
    /// The files that were left out since there is too much source: they are not counted.
    #[serde(skip)]
    pub dropped: Option<Dropped>,
}

impl<T> Scanned<T> {
    pub(crate) fn new(page: Page<T>, left_out: LeftOut) -> Self {
        let LeftOut { unparsed, unparsed_count, dropped } = left_out;
        Self { page, unparsed, unparsed_count, dropped }
    }
}

impl Counted {
    pub(crate) fn new(package: &str, source: Source, left_out: LeftOut) -> Self {
        let LeftOut { unparsed, unparsed_count, dropped } = left_out;
        Self { package: package.to_owned(), source, unparsed, unparsed_count, dropped }
    }

    /// How many files could not be looked into or were left out.
    pub fn left_out(&self) -> usize {
        self.unparsed_count + self.dropped.as_ref().map_or(0, |dropped| dropped.count)
    }
}

impl Source {
    /// Counts the files of a package, and says what was left out.
    pub(crate) fn count(workspace: &Workspace, member: &Member, call: &Call) -> (Self, LeftOut) {
        let mut source = Self::default();
        let left_out = each_file(workspace, member, call, |_, text, _| {
            source.files += 1;
            source.lines += text.lines().count();
            source.unsafe_blocks += Tokens::of(text)?.unsafe_blocks;
            Ok(())
        });
        (source, left_out)
    }
}

/// Shows each source file of a package, by name and with its text, and gives what was left out.
pub(crate) fn each_file(
    workspace: &Workspace,
    member: &Member,
    call: &Call,
    mut look: impl FnMut(&str, &str, &mut Budget<'_>) -> Result<(), Reason>,
) -> LeftOut {
    let mut left_out = LeftOut::default();
    let mut budget = Budget::new(call);
    let Files { found, beyond } = files(&workspace.root, member, call);
    for path in found {
        let file = relative(&path);
        let looked = budget
            .check()
            .and_then(|()| Ok(inside(&path).ok_or(UnparsedReason::NotInside)?))
            .and_then(|path| budget.read(&workspace.root, &path))
            .and_then(|text| look(&file, &text, &mut budget))
            .and_then(|()| budget.kept());
        if let Err(reason) = looked {
            left_out.add_file(&file, reason);
        }
    }
    if let Some((path, limit)) = beyond {
        left_out.add_file(&relative(&path), Reason::Over(limit));
    }
    left_out
}

/// The files of a package.
struct Files {
    found: BTreeSet<PathBuf>,
    /// The first that was not looked at, where there are too many or the call is over.
    beyond: Option<(PathBuf, Limit)>,
}

/// The Rust files under `src`, and the first files of the targets wherever they are. Links are among them, and not followed.
fn files(root: &Root, member: &Member, call: &Call) -> Files {
    let source = member.folder.join("src");
    // Those that the walk does not find.
    let others = member.entries.iter().filter(|entry| {
        !entry.starts_with(&source) || entry.extension().is_none_or(|it| it != "rs")
    });
    let mut files = Files { found: others.cloned().collect(), beyond: None };
    for (looked_at, entry) in root.walk(&source).enumerate() {
        let limit = match looked_at {
            _ if call.is_over() => Some(Limit::Time),
            MAX_FILES => Some(Limit::Files),
            _ => None,
        };
        if let Some(limit) = limit {
            files.beyond = Some((entry.path, limit));
            break;
        }
        if is_source(&entry) {
            files.found.insert(entry.path);
        }
    }
    files
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
    let found = Tokens::of(text)?;
    if found.count > MAX_TOKENS || found.longest_number > MAX_NUMBER {
        return Err(UnparsedReason::TooLarge);
    }
    let tokens: TokenStream = code(text).parse().map_err(|_| UnparsedReason::InvalidRust)?;
    if is_too_deep(tokens.clone()) {
        return Err(UnparsedReason::TooDeep);
    }
    syn::parse2(tokens).map_err(|_| UnparsedReason::InvalidRust)
}

/// A path with forward slashes. If it leads out of the root, only the name of the file.
pub(crate) fn relative(path: &Path) -> String {
    let path = inside(path).unwrap_or_else(|| path.file_name().unwrap_or_default().into());
    let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
    cut(&parts.join("/"), MAX_TEXT)
}
