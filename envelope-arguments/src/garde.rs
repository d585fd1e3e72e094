//! The rules of `garde` for arguments of the right type.

use garde::Validate;

use crate::problems::{MAX_BYTES, Problem, ProblemKind, Problems};
use crate::shown;

/// Starts of `garde`'s messages about a limit, and our words for it. `garde` describes the mistake (`greater than 5`), and we describe the
/// limit.
const LIMITS: [(&str, &str); 4] = [
    ("greater than ", "at most"),
    ("lower than ", "at least"),
    ("length is greater than ", "a length of at most"),
    ("length is lower than ", "a length of at least"),
];

/// Checks arguments of the right type. The paths of problems contain the names of Rust fields, since `garde` does not know serde's names.
///
/// # Errors
///
/// Returns a problem for each broken rule.
pub fn validate<T: Validate<Context: Default>>(arguments: &T) -> Result<(), Problems> {
    let Err(report) = arguments.validate() else { return Ok(()) };
    let problems = report.iter().map(|(path, error)| {
        let (field, message) = (shown::marked(&path.to_string()), error.message());
        let limit = |(start, words)| Some(format!("{words} {}", message.strip_prefix(start)?));
        match LIMITS.into_iter().find_map(limit) {
            Some(limit) => Problem::new(field, ProblemKind::OutOfRange).expected(limit),
            None => Problem::new(field, ProblemKind::Invalid).rule(message),
        }
    });
    Err(Problems::new(problems.collect(), MAX_BYTES))
}
