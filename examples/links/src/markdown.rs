//! What is read from Markdown: headings, and links to files.

use std::ops::Range;
use std::path::{Path, PathBuf};

use percent_encoding::percent_decode_str;
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use serde::{Deserialize, Serialize};

/// A heading of a file.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Heading {
    /// From 1, the title, to 6.
    pub(crate) level: u8,
    pub(crate) text: String,
}

/// A link to another file.
#[derive(Debug)]
pub(crate) struct Link {
    pub(crate) target: String,
    /// The line of the link, from 1.
    pub(crate) line: usize,
}

/// The headings of a text, in its order.
pub(crate) fn headings(text: &str) -> Vec<Heading> {
    let mut headings = Vec::new();
    let mut open = None;
    for event in Parser::new_ext(text, Options::empty()) {
        match event {
            Event::Start(Tag::Heading { level, .. }) => {
                open = Some(Heading { level: number(level), text: String::new() });
            }
            Event::End(TagEnd::Heading(_)) => headings.extend(open.take()),
            Event::Text(piece) | Event::Code(piece) => {
                if let Some(heading) = &mut open {
                    heading.text.push_str(&piece);
                }
            }
            _ => {}
        }
    }
    headings
}

fn number(level: HeadingLevel) -> u8 {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        HeadingLevel::H3 => 3,
        HeadingLevel::H4 => 4,
        HeadingLevel::H5 => 5,
        HeadingLevel::H6 => 6,
    }
}

/// The links and images of a text that lead to files, and not to a page of the web or into the text itself.
pub(crate) fn file_links(text: &str) -> Vec<Link> {
    let events = Parser::new_ext(text, Options::empty()).into_offset_iter();
    let links = events.filter_map(|(event, range)| match event {
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
            leads_to_file(&dest_url)
                .then(|| Link { target: dest_url.into_string(), line: line(text, &range) })
        }
        _ => None,
    });
    links.collect()
}

fn leads_to_file(target: &str) -> bool {
    let scheme = target.split_once(':').map(|(scheme, _)| scheme);
    let has_scheme = scheme.is_some_and(|scheme| {
        scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
    });
    !(target.is_empty() || target.starts_with(['#', '?']) || target.starts_with("//") || has_scheme)
}

fn line(text: &str, range: &Range<usize>) -> usize {
    text.bytes().take(range.start).filter(|&byte| byte == b'\n').count() + 1
}

impl Link {
    /// The file that it leads to, from a file in `folder`. A target with a leading slash begins at `root`.
    pub(crate) fn resolve(&self, root: &Path, folder: &Path) -> PathBuf {
        let end = self.target.find(['#', '?']).unwrap_or(self.target.len());
        let path = self.target.get(..end).unwrap_or_default();
        let path = percent_decode_str(path).decode_utf8_lossy();
        match path.strip_prefix('/') {
            Some(path) => root.join(path),
            None => folder.join(&*path),
        }
    }
}
