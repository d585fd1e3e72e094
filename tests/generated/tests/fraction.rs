//! A fraction of the million cases, in every run of the tests. `MORE_CASES=4` runs four times as many.

use std::time::{Duration, Instant};

use envelope_generated::{FAMILIES, Family};

/// The usual number of cases for each family.
const CASES: u64 = 125;

#[test]
fn cases_of_every_family() {
    let deadline = Instant::now() + Duration::from_secs(600);
    let cases = CASES * std::env::var("MORE_CASES").map_or(1, |more| more.parse::<u64>().unwrap());
    for family in FAMILIES {
        match family.run(1..1 + cases, deadline) {
            Ok(counts) => assert_eq!(counts.cases, cases, "{}", family.name),
            Err(failed) => panic!("{failed:#?}"),
        }
    }
}

/// A failing case is found, and made small.
#[test]
fn a_failure_names_its_seed_and_a_small_case() {
    let family = Family {
        name: "lists",
        promise: "have no number above 900",
        run: |random| {
            let numbers = random.list(50, |random| random.below(1_000));
            assert!(numbers.iter().all(|number| *number <= 900), "{numbers:?}");
            1
        },
    };
    let failed = family.run(1..100, Instant::now() + Duration::from_secs(60)).unwrap_err();
    assert_eq!(failed.smallest, "[901]");
    let again = family.run(failed.seed..failed.seed + 1, Instant::now() + Duration::from_secs(60));
    assert_eq!(again.unwrap_err().message, failed.message);
}
