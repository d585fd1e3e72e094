//! Reads the envelopes of tools, one on each line of the input, and checks them against their contracts.

use std::io::{self, BufRead};

use envelope_client::{Violation, check, read};
use serde_json::Value;

fn main() -> io::Result<()> {
    for line in io::stdin().lock().lines() {
        let line = line?;
        println!("{}", outcome(&line));
        for violation in violations(&line) {
            println!("  {violation}");
        }
    }
    Ok(())
}

/// The outcome of a call in a few words, and what to do next.
fn outcome(line: &str) -> String {
    let response = match read::<Value>(line) {
        Ok(response) => response,
        Err(error) => return format!("unreadable: {error}"),
    };
    let dialect = response.dialect;
    match response.outcome {
        Ok(data) => format!("{dialect}: {data}"),
        Err(failure) => {
            let (code, message, retry) = (failure.code(), &failure.message, failure.retry());
            format!("{dialect}: {code}: {message} (retry: {retry})")
        }
    }
}

/// The rules that the envelope breaks, and the recommendations that it does not follow.
fn violations(line: &str) -> Vec<Violation> {
    match check(line) {
        Ok(checked) => checked.warnings,
        Err(violations) => [violations.violations, violations.warnings].concat(),
    }
}
