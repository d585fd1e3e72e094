//! What becomes of mutants, kept for the next time.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::Tried;
use super::build::Left;
use super::copy::WorkspaceCopy;
use super::list::Mutant;
use crate::Failed;

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Verdict {
    Caught,
    /// A test went on for much longer than without the mutant.
    TimedOut,
    Missed,
    Unviable,
    /// It is in a constant, and has to be tried alone.
    Constant,
}

/// What is kept for the next time on this machine.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct Kept {
    /// The functions that constants call.
    functions: BTreeSet<String>,
    /// By the changes, which can be the same for several mutants.
    verdicts: BTreeMap<String, Vec<Verdict>>,
}

impl Kept {
    /// Nothing if all are to be tried, or if there was no last time.
    pub(super) fn read(copy: &WorkspaceCopy<'_>, tried: Tried) -> Result<Self, Failed> {
        match (tried, fs::read(file(copy))) {
            (Tried::Survivors, Ok(kept)) => Ok(serde_json::from_slice(&kept)?),
            _ => Ok(Self::default()),
        }
    }

    pub(super) fn write(
        copy: &WorkspaceCopy<'_>,
        left: &Left,
        verdicts: &[Verdict],
    ) -> Result<(), Failed> {
        let mut kept = Self { functions: left.functions.clone(), verdicts: BTreeMap::new() };
        for (mutant, verdict) in copy.mutants.iter().zip(verdicts) {
            kept.verdicts.entry(mutant.change()).or_default().push(*verdict);
        }
        Ok(fs::write(file(copy), serde_json::to_vec(&kept)?)?)
    }

    /// The verdict of a mutant, if it is that of all with its change, and not a survivor.
    pub(super) fn verdict(&self, mutant: &Mutant) -> Option<Verdict> {
        let verdicts = self.verdicts.get(&mutant.change())?;
        let verdict = *verdicts.first()?;
        let is_known = verdict != Verdict::Missed && verdicts.iter().all(|is| *is == verdict);
        is_known.then_some(verdict)
    }

    /// The mutants that need not be built.
    pub(super) fn left(&self, mutants: &[Mutant]) -> Left {
        let numbered = (1..).zip(mutants);
        let is_unviable = |mutant: &Mutant| self.verdict(mutant) == Some(Verdict::Unviable);
        let unviable = numbered.filter(|(_, mutant)| is_unviable(mutant));
        let unviable = unviable.map(|(number, _)| number).collect();
        let functions = self.functions.clone();
        Left { unviable, constant: BTreeSet::new(), functions }
    }
}

fn file(copy: &WorkspaceCopy<'_>) -> PathBuf {
    copy.folder.join("verdicts")
}
