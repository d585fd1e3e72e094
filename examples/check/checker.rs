//! Reads the lines, and checks each.

use std::collections::BTreeSet;
use std::error::Error;
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;

use envelope_client::{Checked, Violations};

use crate::report::{Line, Report};

const HELP: &str = "\
Checks response envelopes, one in each line, against the rules of their contract.

Usage: check [OPTIONS] [FILE]...

Without a file, the envelopes are read from standard input.

Options:
      --dialect <ID>  Every envelope is of this contract, such as response-v2
      --json          Write an object for each envelope
  -h, --help          Print this help
";

/// Whether every envelope follows its contract.
pub fn run(
    arguments: lexopt::Parser,
    stdin: impl BufRead,
    output: &mut impl Write,
    has_colors: bool,
) -> Result<bool, Box<dyn Error>> {
    let arguments = Arguments::read(arguments)?;
    if arguments.help {
        output.write_all(HELP.as_bytes())?;
        return Ok(true);
    }
    let mut report = Report::new(output, arguments.json, has_colors);
    let dialect = arguments.dialect.as_deref();
    if arguments.files.is_empty() {
        check_lines("<stdin>", dialect, stdin, &mut report)?;
    }
    for path in &arguments.files {
        let name = path.display().to_string();
        let file = File::open(path).map_err(|error| format!("{name}: {error}"))?;
        check_lines(&name, dialect, BufReader::new(file), &mut report)?;
    }
    Ok(report.finish()?)
}

struct Arguments {
    files: Vec<PathBuf>,
    dialect: Option<String>,
    json: bool,
    help: bool,
}

impl Arguments {
    fn read(mut parser: lexopt::Parser) -> Result<Self, Box<dyn Error>> {
        use lexopt::prelude::*;

        let mut arguments = Self { files: Vec::new(), dialect: None, json: false, help: false };
        while let Some(argument) = parser.next()? {
            match argument {
                Long("dialect") => arguments.dialect = Some(known(parser.value()?.string()?)?),
                Long("json") => arguments.json = true,
                Long("help") | Short('h') => arguments.help = true,
                Value(file) => arguments.files.push(file.into()),
                _ => return Err(argument.unexpected().into()),
            }
        }
        Ok(arguments)
    }
}

/// The id of a contract that has rules.
fn known(id: String) -> Result<String, String> {
    let known: BTreeSet<_> = envelope_client::rules().filter_map(|(dialect, _)| dialect).collect();
    if known.contains(id.as_str()) {
        return Ok(id);
    }
    let known: Vec<_> = known.into_iter().collect();
    Err(format!("there is no contract '{id}'; known are {}", known.join(", ")))
}

fn check_lines<W: Write>(
    file: &str,
    dialect: Option<&str>,
    lines: impl BufRead,
    report: &mut Report<'_, W>,
) -> Result<(), Box<dyn Error>> {
    for (index, text) in lines.lines().enumerate() {
        let text = text.map_err(|error| format!("{file}: {error}"))?;
        if !text.trim().is_empty() {
            let line = Line { file, number: index + 1, text: &text };
            report.add(&line, check(dialect, &text))?;
        }
    }
    Ok(())
}

fn check(dialect: Option<&str>, text: &str) -> Result<Checked, Violations> {
    match dialect {
        Some(dialect) => envelope_client::check_as(dialect, text),
        None => envelope_client::check(text),
    }
}
