//! Notes for a coding agent: an MCP server over standard input and output.

use std::num::NonZeroU64;
use std::path::PathBuf;
use std::{env, fs, io};

use envelope_runtime::response_v2::{Pagination, Reply};
use envelope_runtime::{ToolError, envelope_tool};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ServiceExt, tool, tool_router, transport};
use schemars::JsonSchema;
use serde::Deserialize;

/// How many names a page has.
const PAGE: usize = 50;

#[derive(Deserialize, JsonSchema)]
struct ListNotes {
    /// `meta.pagination.cursor` of the page before; none for the first page.
    cursor: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
struct ReadNote {
    /// A name, as list_notes gives it.
    name: String,
}

#[derive(Deserialize, JsonSchema)]
struct WriteNote {
    /// A name of lower-case letters, digits and hyphens, such as `release-plan`.
    name: String,
    /// What the note says, in Markdown.
    text: String,
}

#[derive(Debug, thiserror::Error, ToolError)]
enum NoteError {
    #[error("There is no note '{name}'")]
    #[tool_error(code = "NOT_FOUND", remediation = "List the notes with list_notes, then retry with one of their names")]
    NotFound {
        #[tool_error(detail)]
        name: String,
    },

    #[error("'{name}' cannot be the name of a note")]
    #[tool_error(code = "INVALID_FORMAT", remediation = "Use lower-case letters, digits and hyphens, as in release-plan")]
    InvalidName {
        #[tool_error(detail)]
        name: String,
    },

    #[error("There is a note '{name}' already")]
    #[tool_error(code = "DUPLICATE_ENTRY", remediation = "Choose another name, or read the note with read_note")]
    Exists {
        #[tool_error(detail)]
        name: String,
    },

    #[error(transparent)]
    #[tool_error(transparent)]
    Store(#[from] io::Error),
}

/// The notes in a folder, a file for each.
struct Notes {
    folder: PathBuf,
}

impl Notes {
    /// The file of a note. A name has no dots and no slashes, so the file is always in the folder.
    fn file(&self, name: &str) -> Result<PathBuf, NoteError> {
        let is_allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if name.is_empty() || !name.chars().all(is_allowed) {
            return Err(NoteError::InvalidName { name: name.to_owned() });
        }
        Ok(self.folder.join(name).with_extension("md"))
    }

    /// The names of all notes, sorted.
    fn names(&self) -> io::Result<Vec<String>> {
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let file_name = entry?.file_name();
            if let Some(name) = file_name.to_str().and_then(|name| name.strip_suffix(".md")) {
                names.push(name.to_owned());
            }
        }
        names.sort();
        Ok(names)
    }
}

#[envelope_tool(dialect = "response-v2", output_schema, catch_panic)]
#[tool_router(server_handler)]
impl Notes {
    /// Lists the names of the notes, in alphabetical order.
    #[tool(annotations(read_only_hint = true))]
    #[envelope_tool(data = "names")]
    async fn list_notes(
        &self,
        Parameters(ListNotes { cursor }): Parameters<ListNotes>,
    ) -> Result<Reply<Vec<String>>, NoteError> {
        let names = self.names()?;
        let total = names.len() as u64;
        let is_after = |name: &String| cursor.as_ref().is_none_or(|cursor| name > cursor);
        let mut rest = names.into_iter().filter(is_after).peekable();
        let page: Vec<_> = rest.by_ref().take(PAGE).collect();
        let pagination = match page.last() {
            Some(last) if rest.peek().is_some() => Pagination::next(last),
            _ => Pagination::end(),
        };
        let page_size = NonZeroU64::new(PAGE as u64);
        Ok(Reply::new(page).pagination(pagination.total_count(total).page_size(page_size)))
    }

    /// Reads a note.
    #[tool(annotations(read_only_hint = true))]
    #[envelope_tool(data = "text")]
    async fn read_note(
        &self,
        Parameters(ReadNote { name }): Parameters<ReadNote>,
    ) -> Result<String, NoteError> {
        fs::read_to_string(self.file(&name)?).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => NoteError::NotFound { name },
            _ => error.into(),
        })
    }

    /// Writes a new note.
    #[tool(annotations(destructive_hint = false))]
    async fn write_note(
        &self,
        Parameters(WriteNote { name, text }): Parameters<WriteNote>,
    ) -> Result<(), NoteError> {
        let file = self.file(&name)?;
        fs::File::create_new(file).and_then(|mut file| io::Write::write_all(&mut file, text.as_bytes())).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => NoteError::Exists { name },
            _ => error.into(),
        })
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = env::args_os().nth(1).map_or_else(|| ".".into(), PathBuf::from);
    fs::create_dir_all(&folder)?;
    Notes { folder }.serve(transport::stdio()).await?.waiting().await?;
    Ok(())
}
