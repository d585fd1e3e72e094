//! The code and the retry decision of generated failures are read from the first text alone.

use std::time::{Duration, Instant};

use envelope_generated::FAMILIES;

/// `MORE_CASES=1000` runs a million cases.
#[test]
fn every_failure_is_recovered_from_its_first_text() {
    let cases = 1_000 * std::env::var("MORE_CASES").map_or(1, |more| more.parse::<u64>().unwrap());
    let deadline = Instant::now() + Duration::from_secs(3_600);
    let family = FAMILIES.iter().find(|family| family.name == "first-texts").unwrap();
    match family.run(1..1 + cases, deadline) {
        Ok(counts) => assert_eq!(counts.cases, cases),
        Err(failed) => panic!("{failed:#?}"),
    }
}
