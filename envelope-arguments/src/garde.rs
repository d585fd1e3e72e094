//! The rules of `garde` for arguments of the right type.

use garde::Validate;

use crate::problems::{MAX_BYTES, Problem, ProblemKind, Problems};
use crate::shown;

/// The starts of `garde`'s messages about a limit, and the words for the limit, which a message would turn around: `greater than 5`.
const LIMITS: [(&str, &str); 4] = [
    ("greater than ", "at most"),
    ("lower than ", "at least"),
    ("length is greater than ", "a length of at most"),
    ("length is lower than ", "a length of at least"),
];

/// Checks arguments of the right type. The paths have the names of the author's fields, which `garde` knows, instead of serde's names.
///
/// # Errors
///
/// A problem for each broken rule.
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
