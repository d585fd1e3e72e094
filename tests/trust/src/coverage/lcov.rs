//! The report that `cargo llvm-cov` writes: a record for each file, in lines such as `DA:12,1`.

use crate::Failed;
use crate::results::{Covered, Share};

/// What is counted in a file.
pub(super) struct Record<'a> {
    /// Its path.
    pub(super) file: &'a str,
    entries: Vec<(&'a str, &'a str)>,
}

/// The records of a report.
pub(super) fn records(report: &str) -> impl Iterator<Item = Record<'_>> {
    report.split("end_of_record").filter_map(|record| {
        let mut entries = record.lines().filter_map(|line| line.split_once(':'));
        let (_, file) = entries.find(|(kind, _)| *kind == "SF")?;
        Some(Record { file, entries: entries.collect() })
    })
}

impl Record<'_> {
    /// What tests reach in the lines of the file that are code.
    pub(super) fn covered(&self, name: String, code: &[bool]) -> Result<Covered, Failed> {
        Ok(Covered { name, lines: self.share("DA", code)?, branches: self.share("BRDA", code)? })
    }

    /// The entries of a kind. Each begins with its line and ends with how often it was executed.
    fn share(&self, kind: &str, code: &[bool]) -> Result<Share, Failed> {
        let mut share = Share::default();
        for (_, entry) in self.entries.iter().filter(|entry| entry.0 == kind) {
            let (line, rest) = entry.split_once(',').ok_or("an entry without a count")?;
            let index = line.parse::<usize>()?.saturating_sub(1);
            if code.get(index) != Some(&true) {
                continue;
            }
            let count = rest.rsplit(',').next().unwrap_or(rest);
            share.total += 1;
            // A dash says that not even the condition was executed.
            share.covered += u64::from(!matches!(count, "0" | "-"));
        }
        Ok(share)
    }
}

#[cfg(test)]
mod tests {
    use super::records;

    const REPORT: &str = "\
SF:/first.rs
DA:1,3
DA:2,0
DA:9,1
BRDA:1,0,0,3
BRDA:1,0,1,0
BRDA:2,0,0,-
BRDA:2,0,1,-
BRDA:9,0,0,1
LF:3
LH:2
end_of_record
SF:/second.rs
DA:1,1
end_of_record
";

    #[test]
    fn executed_lines_and_branches_count() {
        let files: Vec<_> = records(REPORT)
            .map(|record| record.covered(record.file.to_owned(), &[true; 8]).unwrap())
            .map(|file| (file.name, file.lines, file.branches))
            .map(|(name, lines, branches)| {
                (name, lines.covered, lines.total, branches.covered, branches.total)
            })
            .collect();
        assert_eq!(
            files,
            [("/first.rs".to_owned(), 1, 2, 1, 4), ("/second.rs".to_owned(), 1, 1, 0, 0)]
        );
    }
}
