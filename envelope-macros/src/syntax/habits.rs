//! Names of arguments that people know from other crates, and what to write instead. Each line of a file has names and the advice about
//! them.

use proc_macro2::Ident;
use syn::Error;

use crate::errors::error;

/// The lines of a file: names with spaces between them, a colon, and the advice for any of them.
#[derive(Clone, Copy)]
pub(crate) struct Habits(&'static str);

/// Names that people write on a variant, from thiserror, miette, axum and `OpenAPI`.
pub(crate) const VARIANT: Habits = Habits(include_str!("habits/variant.txt"));

/// Names that people write on a field, from serde and thiserror.
pub(crate) const FIELD: Habits = Habits(include_str!("habits/field.txt"));

/// Names that people write on an enum, from serde.
pub(crate) const ENUM: Habits = Habits(include_str!("habits/enum.txt"));

/// Names that people write on a tool, from the MCP SDK, `FastMCP`, rig, axum, `OpenAPI`, clap, tokio, tracing and serde.
pub(crate) const TOOL: Habits = Habits(include_str!("habits/tool.txt"));

impl Habits {
    /// The error for a name with advice, which is unknown here.
    pub(crate) fn error(self, name: &Ident, place: &str) -> Option<Error> {
        let text = name.to_string();
        let mut lines = self.0.lines().filter_map(|line| line.split_once(": "));
        let (_, advice) = lines.find(|(names, _)| names.split(' ').any(|habit| habit == text))?;
        Some(error!(name, "`{text}` is not an argument of {place}; {advice}"))
    }
}
