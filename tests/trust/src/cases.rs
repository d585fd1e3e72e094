//! A million generated cases.

use std::panic;
use std::time::{Duration, Instant};

use envelope_cases::FAMILIES;

use crate::Failed;
use crate::results::{self, Cases, Family};

/// How many, over all families.
const CASES: u64 = 1_000_000;
const SEED: u64 = 1;
/// A bound, for a machine on which they would take all day.
const TIME: Duration = Duration::from_secs(3_600);

/// Runs the cases of all families, and writes `results/cases.json`.
///
/// # Errors
/// A case failed, or the time was up.
pub fn run() -> Result<(), Failed> {
    // A failure is reported with its seed, and not where it panicked.
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let families = families();
    panic::set_hook(hook);
    let cases = Cases { seed: SEED, families: families? };
    results::write("cases", &cases)?;
    match cases.families.iter().find(|family| !family.failures.is_empty()) {
        Some(family) => Err(format!("a case of the family `{}` failed", family.name).into()),
        None => Ok(()),
    }
}

fn families() -> Result<Vec<Family>, Failed> {
    let each = CASES.div_ceil(FAMILIES.len() as u64);
    let deadline = Instant::now() + TIME;
    FAMILIES.into_iter().map(|family| run_family(&family, each, deadline)).collect()
}

fn run_family(
    family: &envelope_cases::Family,
    each: u64,
    deadline: Instant,
) -> Result<Family, Failed> {
    eprintln!("cases: {}", family.name);
    let name = family.name.to_owned();
    match family.run(SEED..SEED + each, deadline) {
        Ok(counts) if counts.cases < each => {
            Err(format!("{name}: the time was up after {} of {each} cases", counts.cases).into())
        }
        Ok(counts) => {
            Ok(Family { name, cases: counts.cases, judged: counts.judged, failures: Vec::new() })
        }
        Err(failed) => {
            eprintln!("{failed:#?}");
            Ok(Family { name, cases: 0, judged: 0, failures: vec![failed.seed] })
        }
    }
}
