//! The options of a benchmark.

use lexopt::{Arg, Parser, ValueExt};

use crate::{Case, Race};

/// The options of a benchmark, from its command line:
///
/// | option | effect |
/// |---|---|
/// | a word | only the cases with it in their names |
/// | `--json` | a line of JSON for each figure |
/// | `--test`, or no `--bench` (`cargo bench` adds it) | each candidate runs once, and is not measured |
#[derive(Debug)]
pub struct Options {
    filter: String,
    is_json: bool,
    is_measured: bool,
}

impl Options {
    /// The options of this program.
    ///
    /// # Errors
    ///
    /// An option is unknown.
    pub fn read() -> Result<Self, lexopt::Error> {
        let (mut is_bench, mut is_test, mut is_json) = (false, false, false);
        let mut filter = String::new();
        let mut arguments = Parser::from_env();
        while let Some(argument) = arguments.next()? {
            match argument {
                Arg::Long("bench") => is_bench = true,
                Arg::Long("test") => is_test = true,
                Arg::Long("json") => is_json = true,
                Arg::Value(value) => filter = value.string()?,
                other => return Err(other.unexpected()),
            }
        }
        let options = Self { filter, is_json, is_measured: is_bench && !is_test };
        if options.is_measured && !is_json {
            println!(
                "Time as a multiple of the first candidate's: median (10th to 90th percentile).\n"
            );
        }
        Ok(options)
    }

    /// Whether a case is wanted.
    #[must_use]
    pub fn want(&self, case: &str) -> bool {
        case.contains(&self.filter)
    }

    /// Whether candidates are measured, and not only run once.
    #[must_use]
    pub fn is_measured(&self) -> bool {
        self.is_measured
    }

    /// Whether the figures are written as JSON.
    #[must_use]
    pub fn is_json(&self) -> bool {
        self.is_json
    }

    /// Measures a case, if it is wanted, and prints its figures.
    pub fn run(&self, case: &Case<'_>) {
        if !self.want(&case.name) {
            return;
        }
        if !self.is_measured {
            for candidate in &case.candidates {
                candidate.call.repeat(1);
            }
            println!("{:<52} ran", case.name);
            return;
        }
        let race = Race::run(case);
        if self.is_json {
            for figure in race.figures(&case.name) {
                println!("{}", serde_json::to_string(&figure).unwrap_or_default());
            }
        } else {
            println!("{:<52} {race}", case.name);
        }
    }
}
