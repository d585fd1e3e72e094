//! Puts all the mutants of a file into it, each behind a question at run time, so that one build has them all.
//!
//! `a && b` becomes `(if crate::mutant::is_on(7) { a || b } else { a && b })`.

mod sites;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::fmt::{self, Write as _};
use std::iter::Peekable;
use std::ops::Range;
use std::slice;

use self::sites::{Edit, Kind, sites};
use super::list::Mutant;

/// A file with its mutants.
pub(super) struct Woven {
    pub(super) text: String,
    /// Mutants for which there is no place, such as an `||` after a `let`, which does not compile.
    pub(super) without_place: Vec<u32>,
    places: Vec<(Vec<u32>, Range<usize>)>,
}

impl Woven {
    /// The mutants that an error of the compiler at this byte is about.
    pub(super) fn at(&self, byte: usize) -> &[u32] {
        let around = self.places.iter().filter(|(_, range)| range.contains(&byte));
        around.min_by_key(|(_, range)| range.len()).map_or(&[], |(numbers, _)| numbers)
    }
}

/// Weaves the mutants into the text of their file. Functions are no longer `const`, but for those with a name in `constant`.
pub(super) fn weave(
    text: &str,
    mutants: &[(u32, &Mutant)],
    constant: &BTreeSet<String>,
) -> syn::Result<Woven> {
    let (edits, without_place) = sites(text, mutants, constant)?;
    let edits = edits.iter().peekable();
    let mut output = Output { from: text, edits, text: String::new(), places: Vec::new() };
    output.copy(&(0..text.len()));
    Ok(Woven { text: output.text, places: output.places, without_place })
}

struct Output<'a> {
    from: &'a str,
    /// By their start, what is around before what is inside.
    edits: Peekable<slice::Iter<'a, Edit>>,
    text: String,
    places: Vec<(Vec<u32>, Range<usize>)>,
}

impl Output<'_> {
    fn write(&mut self, text: fmt::Arguments<'_>) {
        // A `String` takes all.
        let _ = self.text.write_fmt(text);
    }

    fn plain(&mut self, range: &Range<usize>) {
        self.text.push_str(self.from.get(range.clone()).unwrap_or_default());
    }

    /// Copies a range with the edits that are inside of it.
    fn copy(&mut self, range: &Range<usize>) {
        let mut at = range.start;
        while let Some(edit) = self.edits.next_if(|edit| edit.range.end <= range.end) {
            self.plain(&(at..edit.range.start));
            let from = self.text.len();
            self.edit(edit);
            at = edit.range.end;
            let numbers = edit.alternatives.iter().map(|(number, _)| *number).collect();
            self.places.push((numbers, from..self.text.len()));
        }
        self.plain(&(at..range.end));
    }

    fn edit(&mut self, edit: &Edit) {
        match &edit.kind {
            Kind::Const => {}
            Kind::Entry(call) => self.text.push_str(call),
            Kind::Match => self.copy(&edit.range),
            Kind::Body => {
                for (number, value) in &edit.alternatives {
                    self.question(*number, &format!("return {value};"));
                    self.text.push(' ');
                }
                self.copy(&edit.range);
            }
            Kind::Expression => {
                self.text.push('(');
                for (number, expression) in &edit.alternatives {
                    self.question(*number, expression);
                    self.text.push_str(" else ");
                }
                self.text.push_str("{ ");
                self.copy(&edit.range);
                self.text.push_str(" })");
            }
            Kind::Pattern => {
                self.copy(&edit.range);
                for (number, _) in &edit.alternatives {
                    self.write(format_args!(" if !{}", is_on(*number)));
                }
            }
            Kind::Guard => self.guard(edit),
        }
    }

    /// `!deleted && !is_false && (is_true || (guard))`
    fn guard(&mut self, edit: &Edit) {
        let (always, never): (Vec<_>, Vec<_>) =
            edit.alternatives.iter().partition(|(_, value)| value == "true");
        for (number, _) in never {
            self.write(format_args!("!{} && ", is_on(*number)));
        }
        self.text.push('(');
        for (number, _) in always {
            self.write(format_args!("{} || ", is_on(*number)));
        }
        self.text.push('(');
        self.copy(&edit.range);
        self.text.push_str("))");
    }

    /// `if crate::mutant::is_on(7) { … }`
    fn question(&mut self, number: u32, text: &str) {
        let from = self.text.len();
        self.write(format_args!("if {} {{ {text} }}", is_on(number)));
        self.places.push((vec![number], from..self.text.len()));
    }
}

fn is_on(number: u32) -> String {
    format!("crate::mutant::is_on({number})")
}
