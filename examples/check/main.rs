//! Checks envelopes from a server in any language, one in each line of standard input.
//!
//! ```console
//! $ my-server | cargo run --example check                  # each envelope by the contract that it seems to follow
//! $ my-server | cargo run --example check -- response-v2   # envelopes of this contract only
//! ```
//!
//! The exit code is 0 if every envelope follows its contract, 1 if one does not, and 2 if there is no such contract. A warning is a
//! recommendation of the contract, and does not change the exit code.

use std::io::{self, BufRead, Write};
use std::process::ExitCode;

fn main() -> io::Result<ExitCode> {
    let dialect = std::env::args().nth(1);
    if let Some(id) = &dialect
        && !envelope_client::rules().any(|(known, _)| known == Some(id))
    {
        eprintln!("error: there is no contract '{id}'");
        return Ok(ExitCode::from(2));
    }
    let all_valid = check(dialect.as_deref(), io::stdin().lock(), &mut io::stdout().lock())?;
    Ok(if all_valid { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// Writes a line for each violation and each warning. Returns whether every envelope follows its contract.
fn check(dialect: Option<&str>, lines: impl BufRead, output: &mut impl Write) -> io::Result<bool> {
    let mut all_valid = true;
    for (index, line) in lines.lines().enumerate() {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        let checked = match dialect {
            Some(dialect) => envelope_client::check_as(dialect, &line),
            None => envelope_client::check(&line),
        };
        let (violations, warnings) = match &checked {
            Ok(checked) => (&[][..], &*checked.warnings),
            Err(violations) => (&*violations.violations, &*violations.warnings),
        };
        all_valid &= violations.is_empty();
        for (level, found) in [("error", violations), ("warning", warnings)] {
            for violation in found {
                writeln!(output, "line {}: {level}: {violation}", index + 1)?;
            }
        }
    }
    Ok(all_valid)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_violation_and_each_warning_has_a_line() {
        let good = r#"{"success":true,"data":{},"error":null,"meta":{"version":"response-v2","request_id":"r"}}"#;
        let warned = good.replace(r#","request_id":"r""#, "");
        let bad = good.replace("null", r#""none""#);
        let check = |dialect, lines: &[&str]| {
            let mut output = Vec::new();
            let all_valid = check(dialect, lines.join("\n").as_bytes(), &mut output).unwrap();
            (all_valid, String::from_utf8(output).unwrap())
        };
        assert_eq!(check(None, &[good, ""]), (true, String::new()));
        let (all_valid, output) = check(None, &[good, &warned]);
        assert!(all_valid && output.starts_with("line 2: warning: "), "{output}");
        let (all_valid, output) = check(None, &["", &bad, "not JSON"]);
        assert!(!all_valid && output.starts_with("line 2: error: "), "{output}");
        assert!(output.contains("line 3: error: "), "{output}");
        assert!(!check(Some("mcp-2025-11-25"), &[good]).0);
    }
}
