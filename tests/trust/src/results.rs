//! The results of the parts, as files in `results/`.

use std::ops::Add;
use std::path::{Path, PathBuf};
use std::{fs, io};

use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::Failed;

/// A result, with the day on which it was measured.
#[derive(Debug, Serialize, Deserialize)]
pub struct Dated<T> {
    /// The day in UTC, such as `2026-12-01`.
    pub date: String,
    /// What was measured.
    #[serde(flatten)]
    pub result: T,
}

/// How many tests there are: `counts.json`.
#[derive(Debug, Serialize, Deserialize)]
pub struct Counts {
    /// Functions that are tests.
    pub tests: u64,
    /// Examples in docs and in the guide.
    pub doctests: u64,
    /// Mistakes that must not compile.
    pub mistakes: u64,
}

/// Generated cases: `cases.json`.
#[derive(Debug, Serialize, Deserialize)]
pub struct Cases {
    /// The first seed of each family.
    pub seed: u64,
    /// One for each kind of case.
    pub families: Vec<Family>,
}

/// The cases of one kind.
#[derive(Debug, Serialize, Deserialize)]
pub struct Family {
    /// Its name.
    pub name: String,
    /// How many ran.
    pub cases: u64,
    /// How many outputs were judged.
    pub judged: u64,
    /// The seeds of those that failed.
    pub failures: Vec<u64>,
}

/// What tests reach: `coverage.json`.
#[derive(Debug, Serialize, Deserialize)]
pub struct Coverage {
    /// The crates that are published.
    pub crates: Vec<Covered>,
    /// The files with less than 90 % of their lines or branches covered.
    pub files: Vec<Covered>,
}

/// What tests reach in a crate or a file.
#[derive(Debug, Serialize, Deserialize)]
pub struct Covered {
    /// The name of the crate, or the path of the file.
    pub name: String,
    /// Lines with code.
    pub lines: Share,
    /// The two outcomes of each condition.
    pub branches: Share,
}

/// Some of all.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Share {
    /// How many tests reach.
    pub covered: u64,
    /// How many there are.
    pub total: u64,
}

impl Share {
    /// The share in thousandths, rounded down. All, where there are none.
    #[must_use]
    pub fn per_mille(self) -> u64 {
        (self.covered * 1_000).checked_div(self.total).unwrap_or(1_000)
    }
}

impl Add for Share {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { covered: self.covered + other.covered, total: self.total + other.total }
    }
}

/// What became of the mutants of a crate: `mutants-runtime.json` and `mutants-macros.json`.
#[derive(Debug, Serialize, Deserialize)]
pub struct Mutants {
    /// The crate.
    pub package: String,
    /// How many there are.
    pub mutants: u64,
    /// Those that do not compile.
    pub unviable: u64,
    /// Those that made a test fail.
    pub caught: u64,
    /// Those that made a test run on.
    pub timeouts: u64,
    /// Those that no test noticed.
    pub missed: u64,
    /// Those of them that stand with a reason in `survivors.toml`.
    pub accepted: u64,
}

impl Mutants {
    /// Those that tests noticed, of all that compile.
    #[must_use]
    pub fn caught(&self) -> Share {
        Share {
            covered: self.caught + self.timeouts,
            total: self.caught + self.timeouts + self.missed,
        }
    }
}

/// Writes the result of a part, with the date of today.
///
/// # Errors
/// The file could not be written.
pub fn write(part: &str, result: &impl Serialize) -> Result<(), Failed> {
    let date = Timestamp::now().to_zoned_datetime(TimeZone::UTC).date().to_string();
    let file = file(part);
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(file, serde_json::to_string_pretty(&Dated { date, result })? + "\n")?;
    Ok(())
}

/// The result of a part, if it was ever measured.
///
/// # Errors
/// The file is not what [`write()`] writes.
pub fn read<T: DeserializeOwned>(part: &str) -> Result<Option<Dated<T>>, Failed> {
    let file = file(part);
    match fs::read_to_string(&file) {
        Ok(text) => {
            let result = serde_json::from_str(&text);
            result.map(Some).map_err(|error| format!("{}: {error}", file.display()).into())
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error.into()),
    }
}

fn file(part: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("results").join(part).with_extension("json")
}
