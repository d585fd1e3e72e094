//! The table of all results: `README.md`.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use crate::Failed;
use crate::results::{self, Cases, Counts, Coverage, Covered, Dated, Mutants, Share};

const INTRODUCTION: &str = "\
# What the tests are worth

    cargo run --release -p envelope-trust

measures it and writes this page. With the name of a part at its end, that part alone is measured anew: `-- coverage`. The
results are in `results/`.

- **Tests** are the functions that `cargo test --workspace --all-features` runs; **doctests** are the examples in the docs and in the guide;
  **mistakes** are programs that must not compile, each with the message that the compiler has to give.
- **Generated cases** are calls, errors, envelopes and token streams that are made from a seed. What comes out is judged by the checker,
  by reading it back, and by comparing outputs: see `tests/cases/`.
- **Lines** and **branches** are those of the crate that these tests reach, without those of the larger examples, which measure time and
  memory. A branch is one of the two outcomes of a condition. Tests themselves do not count, and what only the compiler evaluates, as
  the functions that tables are made with, counts as not reached. `results/coverage.json` lists the files with less than 90 % of either.
- **Mutants** are small changes to the crate, such as `<` for `<=` or an empty text for what a function returns, as `cargo mutants` lists
  them. One is caught if a test fails, or runs on, because of it; doctests are not tried. Those that do not compile do not count.
  `survivors.toml` says why others may survive. While you add tests, `-- mutants-runtime --again` tries only those that survived.

";

/// Writes the page from the results that are there.
///
/// # Errors
/// A result cannot be read, or the page cannot be written.
pub fn write() -> Result<(), Failed> {
    Ok(fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md"), page()?)?)
}

/// The page, in Markdown.
///
/// # Errors
/// A result cannot be read.
pub fn page() -> Result<String, Failed> {
    let mut page = INTRODUCTION.to_owned();
    page.push_str("| figure | asked | measured | on |\n|---|---|---|---|\n");
    for Row { figure, asked, measured } in rows()? {
        let (measured, date) = measured.unwrap_or_else(|| ("not yet".to_owned(), String::new()));
        writeln!(page, "| {figure} | {asked} | {measured} | {date} |")?;
    }
    Ok(page)
}

struct Row {
    figure: String,
    asked: &'static str,
    /// With its date. Nothing where it was never measured.
    measured: Option<(String, String)>,
}

fn rows() -> Result<Vec<Row>, Failed> {
    let counts = results::read("counts")?;
    let cases = results::read("cases")?;
    let coverage: Option<Dated<Coverage>> = results::read("coverage")?;
    let mut rows = vec![
        row("tests", "", counts.as_ref(), tests),
        row("generated cases", "1,000,000; none fails", cases.as_ref(), generated),
    ];
    for (part, package, asked) in [
        ("mutants-runtime", "envelope-runtime", "at least 95.0 %"),
        ("mutants-macros", "envelope-macros", "at least 90.0 %"),
    ] {
        let mutants = results::read(part)?;
        rows.push(row(&format!("mutants of `{package}` caught"), asked, mutants.as_ref(), caught));
    }
    for package in ["envelope-runtime", "envelope-macros"] {
        let covered = |of: fn(&Covered) -> Share| {
            move |coverage: &Coverage| {
                let found = coverage.crates.iter().find(|covered| covered.name == package);
                found.map_or_else(String::new, |covered| percent(of(covered)))
            }
        };
        let lines = covered(|covered| covered.lines);
        rows.push(row(&format!("lines of `{package}`"), "", coverage.as_ref(), lines));
        let branches = covered(|covered| covered.branches);
        rows.push(row(&format!("branches of `{package}`"), "", coverage.as_ref(), branches));
    }
    Ok(rows)
}

fn row<T>(
    figure: &str,
    asked: &'static str,
    dated: Option<&Dated<T>>,
    measured: impl Fn(&T) -> String,
) -> Row {
    let measured = dated.map(|dated| (measured(&dated.result), dated.date.clone()));
    Row { figure: figure.to_owned(), asked, measured }
}

fn tests(counts: &Counts) -> String {
    let Counts { tests, doctests, mistakes } = counts;
    let [tests, doctests, mistakes] = [tests, doctests, mistakes].map(|count| grouped(*count));
    format!("{tests}; {doctests} doctests; {mistakes} mistakes")
}

fn generated(cases: &Cases) -> String {
    let sum = |count: fn(&results::Family) -> u64| cases.families.iter().map(count).sum();
    let (ran, judged): (u64, u64) = (sum(|family| family.cases), sum(|family| family.judged));
    let failed = sum(|family| family.failures.len() as u64);
    let failed = if failed == 0 { "none".to_owned() } else { grouped(failed) };
    format!("{}, with {} outputs; {failed} failed", grouped(ran), grouped(judged))
}

fn caught(mutants: &Mutants) -> String {
    let Mutants { missed, accepted, .. } = mutants;
    let caught = percent(mutants.caught());
    format!(
        "{caught}; of the {} others, {} are in `survivors.toml`",
        grouped(*missed),
        grouped(*accepted)
    )
}

/// Such as `97.3 % of 1,024`, rounded down.
fn percent(share: Share) -> String {
    let per_mille = share.per_mille();
    format!("{}.{} % of {}", per_mille / 10, per_mille % 10, grouped(share.total))
}

/// Such as `1,024`.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::{grouped, percent};
    use crate::results::Share;

    #[test]
    fn shares_are_rounded_down() {
        assert_eq!(percent(Share { covered: 9_499, total: 10_000 }), "94.9 % of 10,000");
        assert_eq!(percent(Share { covered: 7, total: 7 }), "100.0 % of 7");
        assert_eq!(percent(Share { covered: 0, total: 0 }), "100.0 % of 0");
    }

    #[test]
    fn thousands_are_separated() {
        assert_eq!(
            [0, 999, 1_000, 999_999, 1_000_000].map(grouped),
            ["0", "999", "1,000", "999,999", "1,000,000"]
        );
    }
}
