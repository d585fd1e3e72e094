//! The subcommands, as tools that answer in the dotbot contract.

use std::fs;
use std::path::{Path, PathBuf};

use envelope_runtime::dotbot::{Intent, Issue, Reply};
use envelope_runtime::{Payload, ToolFailure, envelope_tool};
use serde::{Deserialize, Serialize};
use walkdir::WalkDir;

use crate::markdown::{Heading, file_links, headings};

/// A Markdown file.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct MarkdownFile {
    /// Relative to the folder that is listed.
    pub(crate) path: PathBuf,
    /// The first heading of the first level.
    pub(crate) title: Option<String>,
    /// How many links lead to other files.
    pub(crate) links: usize,
}

#[derive(Serialize, Payload)]
pub(crate) struct Checked {
    files: usize,
    links: usize,
    broken: usize,
}

/// Lists the Markdown files in a folder.
#[envelope_tool(dialect = "dotbot-mcp-response@1", tool = "links.list", data = "files")]
pub(crate) fn list(folder: &Path) -> Result<Reply<Vec<MarkdownFile>>, ToolFailure> {
    let found = Found::read(folder)?;
    let files: Vec<_> = found.texts.iter().map(Text::describe).collect();
    let untitled = files.iter().filter(|file| file.title.is_none()).map(|file| {
        Issue::new("TITLE_MISSING", "The file has no heading of the first level").path(&file.path)
    });
    let untitled: Vec<_> = untitled.collect();
    let intent = Intent::new("links.check", "It finds the broken ones among the links.");
    let summary = format!("Found {}.", count(files.len(), "Markdown file"));
    let reply = Reply::new(summary, files);
    Ok(untitled.into_iter().fold(found.report(reply), Reply::warning).intent(intent))
}

/// Finds links to files that do not exist. Each is an error, and so is each file that cannot be read.
#[envelope_tool(dialect = "dotbot-mcp-response@1", tool = "links.check")]
pub(crate) fn check(folder: &Path) -> Result<Reply<Checked>, ToolFailure> {
    let found = Found::read(folder)?;
    let mut links = 0;
    let mut broken = Vec::new();
    for text in &found.texts {
        let here = folder.join(&text.path);
        let here = here.parent().unwrap_or(folder);
        for link in file_links(&text.content) {
            links += 1;
            if !link.resolve(folder, here).exists() {
                let message = format!("The link to '{}' is broken", link.target);
                let issue = Issue::new("BROKEN_FILE_REFERENCE", message).path(&text.path);
                broken.push(issue.detail("target", link.target).detail("line", link.line));
            }
        }
    }
    let checked = Checked { files: found.texts.len(), links, broken: broken.len() };
    let (links, files) = (count(links, "link"), count(checked.files, "file"));
    let summary = format!("Checked {links} in {files}: {} broken.", checked.broken);
    Ok(broken.into_iter().fold(found.report(Reply::new(summary, checked)), Reply::error))
}

/// Shows the headings of a file.
#[envelope_tool(
    dialect = "dotbot-mcp-response@1",
    tool = "links.outline",
    data = "headings",
    summary("Found {}.", count(data.len(), "heading"))
)]
pub(crate) fn outline(file: &Path) -> Result<Vec<Heading>, ToolFailure> {
    Ok(headings(&read(file, file)?))
}

/// Answers arguments that do not fit. What `clap` says about them is on the standard error.
#[envelope_tool(
    dialect = "dotbot-mcp-response@1",
    tool = "links",
    summary("The arguments are valid.")
)]
pub(crate) fn usage(error: &clap::Error) -> Result<(), ToolFailure> {
    let message = error.to_string();
    let first = message.lines().next().unwrap_or_default();
    Err(ToolFailure::validation(first.trim_start_matches("error: "))
        .code("INVALID_PARAMETER")
        .remediation("Run `links --help`"))
}

/// The Markdown files in a folder, and why others cannot be read.
struct Found {
    texts: Vec<Text>,
    unreadable: Vec<ToolFailure>,
}

struct Text {
    path: PathBuf,
    content: String,
}

impl Found {
    /// Reads all Markdown files in a folder and the folders in it, except for hidden ones.
    fn read(folder: &Path) -> Result<Self, ToolFailure> {
        if !folder.is_dir() {
            return Err(ToolFailure::not_found("Folder", folder.display()).path(folder));
        }
        let mut found = Self { texts: Vec::new(), unreadable: Vec::new() };
        let entries = WalkDir::new(folder).sort_by_file_name().min_depth(1).into_iter();
        for entry in entries.filter_entry(|entry| !is_hidden(entry.path())) {
            match entry.map_err(|error| unreadable_entry(folder, error)) {
                Ok(entry) if entry.file_type().is_file() && is_markdown(entry.path()) => {
                    found.take(folder, entry.path());
                }
                Ok(_) => {}
                Err(error) => found.unreadable.push(error),
            }
        }
        Ok(found)
    }

    fn take(&mut self, folder: &Path, file: &Path) {
        let path = file.strip_prefix(folder).unwrap_or(file);
        match read(file, path) {
            Ok(content) => self.texts.push(Text { path: path.to_owned(), content }),
            Err(error) => self.unreadable.push(error),
        }
    }

    /// Adds the files that cannot be read to a reply, as errors.
    fn report<T>(self, reply: Reply<T>) -> Reply<T> {
        self.unreadable.into_iter().map(Issue::from).fold(reply, Reply::error)
    }
}

impl Text {
    fn describe(&self) -> MarkdownFile {
        let title = headings(&self.content).into_iter().find(|heading| heading.level == 1);
        MarkdownFile {
            path: self.path.clone(),
            title: title.map(|heading| heading.text),
            links: file_links(&self.content).len(),
        }
    }
}

/// Reads a file. A failure names it as `path`, which is shorter for a file in the folder that was asked for.
fn read(file: &Path, path: &Path) -> Result<String, ToolFailure> {
    fs::read_to_string(file).map_err(|error| ToolFailure::from(error).path(path))
}

fn unreadable_entry(folder: &Path, error: walkdir::Error) -> ToolFailure {
    let path = error.path().unwrap_or(folder);
    let path = path.strip_prefix(folder).unwrap_or(path).to_owned();
    ToolFailure::from(std::io::Error::from(error)).path(path)
}

/// Such as `1 file` or `2 files`.
fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

fn is_hidden(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."))
}

fn is_markdown(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("md"))
}
