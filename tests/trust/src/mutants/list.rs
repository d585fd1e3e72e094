//! The mutants that `cargo mutants` finds in a crate.

use std::path::PathBuf;
use std::process::Command;

use serde::Deserialize;

use crate::{Failed, workspace};

#[derive(Deserialize)]
pub(super) struct Mutant {
    /// As `cargo mutants` prints it: the place, then what is changed.
    name: String,
    pub(super) file: PathBuf,
    function: Option<Function>,
    pub(super) genre: Genre,
    pub(super) replacement: String,
    span: Span,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Genre {
    BinaryOperator,
    FnValue,
    MatchArm,
    MatchArmGuard,
    StructField,
    UnaryOperator,
}

#[derive(Deserialize)]
struct Function {
    function_name: String,
}

#[derive(Deserialize)]
struct Span {
    start: Place,
    end: Place,
}

/// Both from 1, in characters.
#[derive(Deserialize)]
struct Place {
    line: usize,
    column: usize,
}

impl Mutant {
    /// The line and the column where it is.
    pub(super) fn start(&self) -> (usize, usize) {
        (self.span.start.line, self.span.start.column)
    }

    /// Whether it is in the function of this name.
    pub(super) fn is_in(&self, function: &str) -> bool {
        self.function.as_ref().is_some_and(|is| is.function_name == function)
    }

    /// The text of the file with it.
    pub(super) fn applied(&self, text: &str) -> String {
        let (start, end) = (self.span.start.in_text(text), self.span.end.in_text(text));
        let part = |range| text.get(range).unwrap_or_default();
        format!("{}{}{}", part(0..start), self.replacement, part(end..text.len()))
    }

    /// The file and the change, such as `src/few.rs: replace < with <= in Few<T>::push`. Lines move whenever a file is edited.
    pub(super) fn change(&self) -> String {
        let change = self.name.splitn(4, ':').nth(3).unwrap_or_default();
        format!("{}:{change}", self.file.display())
    }
}

impl Place {
    /// The byte where it is.
    fn in_text(&self, text: &str) -> usize {
        let before: usize = text.split_inclusive('\n').take(self.line - 1).map(str::len).sum();
        let line = text.get(before..).unwrap_or_default();
        let column = line.char_indices().nth(self.column - 1);
        before + column.map_or(line.len(), |(at, _)| at)
    }
}

pub(super) fn of(package: &str) -> Result<Vec<Mutant>, Failed> {
    let mut bash = Command::new("bash");
    bash.args(["tests/trust/src/mutants/listed", package]).current_dir(workspace::root()?);
    Ok(serde_json::from_str(&workspace::output(&mut bash)?)?)
}
