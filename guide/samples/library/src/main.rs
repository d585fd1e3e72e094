//! An MCP server over SQLite.

use std::sync::{Mutex, MutexGuard, PoisonError};

use envelope_runtime::{Context, Page, PageLimit, Payload, ToolError, ToolFailure, envelope_tool};
use garde::Validate;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ServerHandler, ServiceExt, tool, tool_handler, tool_router, transport};
use rusqlite::{Connection, OptionalExtension, Row};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Deserialize, JsonSchema, Validate)]
struct AddBook {
    #[garde(length(min = 1, max = 200))]
    title: String,
    #[garde(range(min = 1, max = 99))]
    copies: u32,
}

#[derive(Deserialize, JsonSchema)]
struct ListBooks {
    /// A part of the title.
    title: Option<String>,
    /// `meta.pagination.cursor` of the previous page.
    cursor: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
struct LendBook {
    /// The id of a book from `list_books`.
    id: i64,
}

#[derive(Serialize, JsonSchema, Payload)]
struct Book {
    id: i64,
    title: String,
    copies: u32,
}

#[derive(Debug, thiserror::Error, ToolError)]
enum LibraryError {
    #[error("There is no book {id}")]
    #[tool_error(
        code = "BOOK_NOT_FOUND",
        error_type = "not_found",
        remediation = "Call list_books, and retry with one of its ids"
    )]
    NotFound {
        #[tool_error(detail)]
        id: i64,
    },

    #[error("All copies of '{title}' are lent")]
    #[tool_error(
        code = "ALREADY_LENT",
        error_type = "conflict",
        remediation = "Choose another book from list_books"
    )]
    AlreadyLent { title: String },
}

struct Library(Mutex<Connection>);

impl Library {
    fn open(path: &str) -> rusqlite::Result<Self> {
        let store = Connection::open(path)?;
        store.execute_batch("CREATE TABLE IF NOT EXISTS book (id INTEGER PRIMARY KEY, title TEXT UNIQUE, copies INTEGER)")?;
        Ok(Self(Mutex::new(store)))
    }

    fn store(&self) -> MutexGuard<'_, Connection> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn book(row: &Row<'_>) -> rusqlite::Result<Book> {
    Ok(Book { id: row.get(0)?, title: row.get(1)?, copies: row.get(2)? })
}

#[envelope_tool(dialect = "response-v2", output_schema, catch_panic, budget = 40_000)]
#[tool_router]
impl Library {
    /// Lists books.
    #[tool(annotations(read_only_hint = true))]
    #[envelope_tool(data = "books")]
    fn list_books(
        &self,
        Parameters(list): Parameters<ListBooks>,
    ) -> Result<Page<Book>, ToolFailure> {
        let after: i64 = list.cursor.as_deref().unwrap_or("0").parse().context("Wrong cursor")?;
        let store = self.store();
        let mut select = store.prepare(
            "SELECT * FROM book WHERE id > ?1 AND instr(title, ?2) ORDER BY id LIMIT 51",
        )?;
        let rows = select.query_map((after, list.title.unwrap_or_default()), book)?;
        let books = rows.collect::<Result<Vec<_>, _>>()?;
        Page::fitting(books, PageLimit::bytes(30_000).items(50), |last| last.id.to_string())
    }

    /// Adds a book.
    #[tool(annotations(destructive_hint = false))]
    fn add_book(&self, Parameters(new): Parameters<AddBook>) -> Result<Book, ToolFailure> {
        let insert = "INSERT INTO book (title, copies) VALUES (?1, ?2) RETURNING *";
        Ok(self.store().query_row(insert, (new.title, new.copies), book)?)
    }

    /// Lends a copy of a book.
    #[tool(annotations(destructive_hint = false))]
    fn lend_book(
        &self,
        Parameters(LendBook { id }): Parameters<LendBook>,
    ) -> Result<Book, ToolFailure> {
        let store = self.store();
        let found = store.query_row("SELECT * FROM book WHERE id = ?1", [id], book).optional()?;
        let Book { title, copies, .. } = found.ok_or(LibraryError::NotFound { id })?;
        if copies == 0 {
            return Err(LibraryError::AlreadyLent { title }.into());
        }
        let lend = "UPDATE book SET copies = copies - 1 WHERE id = ?1 RETURNING *";
        Ok(store.query_row(lend, [id], book)?)
    }
}

#[tool_handler(name = "library", instructions = "Start with list_books.")]
impl ServerHandler for Library {}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    Library::open("library.db")?.serve(transport::stdio()).await?.waiting().await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use envelope_client::assert_contract;
    use envelope_runtime::assert_actionable;
    use serde_json::json;

    use super::*;

    #[test]
    fn a_book_is_lent_until_no_copy_is_left() {
        let library = Library::open(":memory:").unwrap();
        let emma = json!({"title": "Emma", "copies": 1});
        assert!(library.add_book(emma.into()).is_success());
        let lent = library.lend_book(json!({"id": 1}).into());
        assert_eq!(lent.to_value().unwrap()["data"]["copies"], 0);
        let again = library.lend_book(json!({"id": 1}).into());
        assert_eq!(again.error_code(), Some("ALREADY_LENT"));
        assert_contract!("response-v2", again);
        assert_actionable!(LibraryError);
    }
}
