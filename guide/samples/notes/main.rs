// ANCHOR: head
//! Notes for a coding agent: an MCP server over standard input and output.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::PathBuf;

use envelope_runtime::response_v2::{Pagination, Reply};
use envelope_runtime::{ToolError, envelope_tool};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ServerHandler, ServiceExt, tool, tool_handler, tool_router, transport};
use schemars::JsonSchema;
use serde::Deserialize;
// ANCHOR_END: head

// ANCHOR: arguments
#[derive(Deserialize, JsonSchema)]
struct ListNotes {
    /// `meta.pagination.cursor` of the previous page. Leave it out for the first page.
    cursor: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
struct ReadNote {
    /// The name of a note from `list_notes`.
    name: String,
}

#[derive(Deserialize, JsonSchema)]
struct WriteNote {
    /// A new name of lower-case letters, digits and hyphens, such as release-plan.
    name: String,
    /// The text of the note, in Markdown.
    text: String,
}
// ANCHOR_END: arguments

// ANCHOR: errors
#[derive(Debug, thiserror::Error, ToolError)]
enum NoteError {
    #[error("There is no note '{name}'")]
    #[tool_error(
        code = "NOT_FOUND",
        remediation = "List the notes with list_notes, then retry with one of their names"
    )]
    Missing {
        #[tool_error(detail)]
        name: String,
    },

    #[error("The note '{name}' already exists")]
    #[tool_error(code = "DUPLICATE_ENTRY", remediation = "Choose another name")]
    Exists {
        #[tool_error(detail)]
        name: String,
    },

    #[error("'{name}' cannot be the name of a note")]
    #[tool_error(
        code = "INVALID_FORMAT",
        remediation = "Use lower-case letters, digits and hyphens, such as release-plan"
    )]
    InvalidName {
        #[tool_error(detail)]
        name: String,
    },

    #[error(transparent)]
    #[tool_error(transparent)]
    Store(#[from] io::Error),
}
// ANCHOR_END: errors

// ANCHOR: notes
/// The notes in a folder, one file for each.
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

    /// The names of all notes, in alphabetical order.
    fn names(&self) -> io::Result<Vec<String>> {
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let file = entry?.file_name();
            if let Some(name) = file.to_str().and_then(|file| file.strip_suffix(".md")) {
                names.push(name.to_owned());
            }
        }
        names.sort();
        Ok(names)
    }
}
// ANCHOR_END: notes

// ANCHOR: tools
/// The number of names on a page.
const PAGE_SIZE: usize = 50;

#[envelope_tool(dialect = "response-v2", output_schema, catch_panic)]
#[tool_router]
impl Notes {
    /// Lists the names of the notes, in alphabetical order.
    #[tool(annotations(read_only_hint = true))]
    #[envelope_tool(data = "names")]
    async fn list_notes(
        &self,
        Parameters(ListNotes { cursor }): Parameters<ListNotes>,
    ) -> Result<Reply<Vec<String>>, NoteError> {
        let mut names = self.names()?;
        let total = names.len();
        // A cursor is the last name of the previous page.
        names.retain(|name| cursor.as_ref().is_none_or(|cursor| name > cursor));
        let rest = names.split_off(names.len().min(PAGE_SIZE));
        let pagination = match names.last() {
            Some(last) if !rest.is_empty() => Pagination::next(last),
            _ => Pagination::end(),
        };
        Ok(Reply::new(names).pagination(pagination.total_count(total).page_size(PAGE_SIZE)))
    }

    /// Reads a note.
    #[tool(annotations(read_only_hint = true))]
    #[envelope_tool(data = "text")]
    async fn read_note(
        &self,
        Parameters(ReadNote { name }): Parameters<ReadNote>,
    ) -> Result<String, NoteError> {
        fs::read_to_string(self.file(&name)?).map_err(|error| match error.kind() {
            ErrorKind::NotFound => NoteError::Missing { name },
            _ => error.into(),
        })
    }

    /// Writes a new note.
    #[tool(annotations(destructive_hint = false))]
    async fn write_note(
        &self,
        Parameters(WriteNote { name, text }): Parameters<WriteNote>,
    ) -> Result<(), NoteError> {
        let mut file = match File::create_new(self.file(&name)?) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                return Err(NoteError::Exists { name });
            }
            created => created?,
        };
        Ok(file.write_all(text.as_bytes())?)
    }
}
// ANCHOR_END: tools

// ANCHOR: server
#[tool_handler(name = "notes", instructions = "Notes in Markdown. Start with list_notes.")]
impl ServerHandler for Notes {}
// ANCHOR_END: server

// ANCHOR: main
#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args_os().nth(1).map_or_else(|| "notes".into(), PathBuf::from);
    fs::create_dir_all(&folder)?;
    Notes { folder }.serve(transport::stdio()).await?.waiting().await?;
    Ok(())
}
// ANCHOR_END: main

// ANCHOR: test
#[cfg(test)]
mod tests {
    use envelope_client::assert_contract;
    use serde_json::json;

    use super::*;

    #[tokio::test]
    async fn a_name_stays_in_the_folder() {
        let notes = Notes { folder: "notes".into() };
        let envelope =
            notes.read_note(Parameters(ReadNote { name: "../secret".into() }).into()).await;
        assert_eq!(envelope.error_code(), Some("INVALID_FORMAT"));
        assert_contract!("response-v2", envelope);
    }

    #[tokio::test]
    async fn a_client_forgets_the_name() {
        let notes = Notes { folder: "notes".into() };
        let envelope = notes.read_note(json!({}).into()).await;
        assert_eq!(envelope.error_code(), Some("MISSING_REQUIRED"));
    }
}
// ANCHOR_END: test
