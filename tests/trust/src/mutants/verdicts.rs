//! What becomes of mutants, kept for the next time.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::copy::Copy;
use super::list::Mutant;
use crate::Failed;

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Verdict {
    Caught,
    /// A test went on for much longer than without the mutant.
    TimedOut,
    Missed,
    Unviable,
    /// It is in a constant, which cannot ask.
    Constant,
}

/// By the changes, which can be the same for several mutants.
#[derive(Default)]
pub(super) struct Verdicts(BTreeMap<String, Vec<Verdict>>);

impl Verdicts {
    /// Those of the last time on this machine, if there was one.
    pub(super) fn read(copy: &Copy<'_>) -> Result<Self, Failed> {
        match fs::read(file(copy)) {
            Ok(kept) => Ok(Self(serde_json::from_slice(&kept)?)),
            Err(_) => Ok(Self::default()),
        }
    }

    pub(super) fn write(copy: &Copy<'_>, verdicts: &[Verdict]) -> Result<(), Failed> {
        let mut by_change: BTreeMap<String, Vec<Verdict>> = BTreeMap::new();
        for (mutant, verdict) in copy.mutants.iter().zip(verdicts) {
            by_change.entry(mutant.change()).or_default().push(*verdict);
        }
        Ok(fs::write(file(copy), serde_json::to_vec(&by_change)?)?)
    }

    /// The verdict of a mutant, if all with its change were caught.
    pub(super) fn caught(&self, mutant: &Mutant) -> Option<Verdict> {
        let verdicts = self.0.get(&mutant.change())?;
        let all = verdicts.iter().all(|is| matches!(is, Verdict::Caught | Verdict::TimedOut));
        verdicts.first().copied().filter(|_| all)
    }
}

fn file(copy: &Copy<'_>) -> PathBuf {
    copy.root.join("verdicts")
}
