//! Writes what is found, for people as compilers do, or for programs.

use std::io::{self, Write};

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use envelope_client::{Checked, Violation, Violations};
use envelope_runtime::contract;
use serde::Serialize;

use crate::locate::locate;

/// A line with an envelope.
pub struct Line<'a> {
    pub file: &'a str,
    pub number: usize,
    pub text: &'a str,
}

/// What `--json` writes of a line.
#[derive(Serialize)]
struct Found<'a> {
    file: &'a str,
    line: usize,
    dialect: Option<&'a str>,
    violations: &'a [Violation],
    warnings: &'a [Violation],
}

pub struct Report<'a, W> {
    output: &'a mut W,
    is_json: bool,
    renderer: Renderer,
    envelopes: usize,
    violating: usize,
    warned: usize,
}

impl<'a, W: Write> Report<'a, W> {
    pub fn new(output: &'a mut W, is_json: bool, has_colors: bool) -> Self {
        let renderer = if has_colors { Renderer::styled() } else { Renderer::plain() };
        Self { output, is_json, renderer, envelopes: 0, violating: 0, warned: 0 }
    }

    pub fn add(&mut self, line: &Line<'_>, checked: Result<Checked, Violations>) -> io::Result<()> {
        let (dialect, violations, warnings) = match &checked {
            Ok(checked) => (Some(checked.dialect), &[][..], checked.warnings.as_slice()),
            Err(found) => (found.dialect, &found.violations[..], &found.warnings[..]),
        };
        self.envelopes += 1;
        self.violating += usize::from(!violations.is_empty());
        self.warned += usize::from(!warnings.is_empty());
        if self.is_json {
            let Line { file, number, .. } = *line;
            let found = Found { file, line: number, dialect, violations, warnings };
            return writeln!(self.output, "{}", serde_json::to_string(&found)?);
        }
        for violation in violations.iter().chain(warnings) {
            let message = self.renderer.render(&[message(line, violation)]);
            writeln!(self.output, "{message}\n")?;
        }
        Ok(())
    }

    /// Ends the report. Whether every envelope follows its contract.
    pub fn finish(self) -> io::Result<bool> {
        if !self.is_json {
            let Self { envelopes, violating, warned, .. } = self;
            writeln!(
                self.output,
                "{envelopes} checked: {violating} with violations, {warned} with warnings"
            )?;
        }
        self.output.flush()?;
        Ok(self.violating == 0)
    }
}

fn message<'a>(line: &Line<'a>, violation: &'a Violation) -> Group<'a> {
    let level = match violation.rule.level {
        contract::Level::Must => Level::ERROR,
        contract::Level::Note => Level::NOTE,
        _ => Level::WARNING,
    };
    let place = AnnotationKind::Primary
        .span(locate(line.text, &violation.pointer))
        .label(format!("found {}", violation.found));
    let source =
        Snippet::source(line.text).line_start(line.number).path(line.file).annotation(place);
    let at = match violation.pointer.as_str() {
        "" => "the whole envelope",
        pointer => pointer,
    };
    let section = violation.rule.section;
    let note = match violation.dialect {
        Some(dialect) => format!("{dialect}, \"{section}\", at {at}"),
        None => section.to_owned(),
    };
    level
        .primary_title(&*violation.rule.sentence)
        .id(&*violation.rule.id)
        .element(source)
        .element(Level::NOTE.message(note))
}
