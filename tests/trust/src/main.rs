//! ```console
//! $ cargo run --release -p envelope-trust              # all parts, then the table
//! $ cargo run --release -p envelope-trust -- coverage  # one part, then the table
//! $ cargo run --release -p envelope-trust -- table     # the table alone
//! ```

#![forbid(unsafe_code)]

use std::process::ExitCode;

use envelope_trust::mutants::Tried;
use envelope_trust::{Failed, cases, counts, coverage, mutants, table};
use lexopt::prelude::*;

const HELP: &str = "\
Measures what the tests are worth, and writes the table of tests/trust/README.md.

Usage: trust [PART]...

Parts, all of them by default:
  counts    how many tests there are
  cases     a million generated cases
  coverage  the lines and branches that tests reach
  mutants-runtime, mutants-macros
            the small changes to a crate that tests notice
  table     nothing is measured, and the table is written from the results that are there

  --again   only mutants that survived the last time are tried; the others are taken for caught
";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("trust: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Failed> {
    let mut parts = Vec::new();
    let mut tried = Tried::All;
    let mut arguments = lexopt::Parser::from_env();
    while let Some(argument) = arguments.next()? {
        match argument {
            Value(name) => parts.push(Part::named(&name.string()?)?),
            Long("again") => tried = Tried::Survivors,
            Long("help") | Short('h') => {
                print!("{HELP}");
                return Ok(());
            }
            other => return Err(other.unexpected().into()),
        }
    }
    if parts.is_empty() {
        parts.extend(Part::ALL);
    }
    let measured = parts.into_iter().try_for_each(|part| part.measure(tried));
    table::write()?;
    measured
}

/// What is measured on its own.
#[derive(Clone, Copy)]
enum Part {
    Counts,
    Cases,
    Coverage,
    MutantsRuntime,
    MutantsMacros,
    Table,
}

impl Part {
    const ALL: [Self; 6] = [
        Self::Counts,
        Self::Cases,
        Self::Coverage,
        Self::MutantsRuntime,
        Self::MutantsMacros,
        Self::Table,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::Counts => "counts",
            Self::Cases => "cases",
            Self::Coverage => "coverage",
            Self::MutantsRuntime => "mutants-runtime",
            Self::MutantsMacros => "mutants-macros",
            Self::Table => "table",
        }
    }

    fn named(name: &str) -> Result<Self, Failed> {
        Self::ALL.into_iter().find(|part| part.name() == name).ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            format!("no part is called `{name}`; there are {names}").into()
        })
    }

    fn measure(self, tried: Tried) -> Result<(), Failed> {
        match self {
            Self::Counts => counts::run(),
            Self::Cases => cases::run(),
            Self::Coverage => coverage::run(),
            Self::MutantsRuntime => mutants::runtime(tried),
            Self::MutantsMacros => mutants::macros(tried),
            // It is written at the end, anyway.
            Self::Table => Ok(()),
        }
    }
}
