//! The rules of `garde` for arguments of the right type.

use garde::Validate;

use crate::problems::{MAX_BYTES, Problem, ProblemKind, Problems};
use crate::shown;

/// Checks arguments of the right type. The paths have the names of the author's fields, which `garde` knows, instead of serde's names.
///
/// # Errors
///
/// A problem for each broken rule.
pub fn validate<T: Validate<Context: Default>>(arguments: &T) -> Result<(), Problems> {
    let Err(report) = arguments.validate() else { return Ok(()) };
    let problems = report.iter().map(|(path, error)| {
        Problem::new(shown::marked(&path.to_string()), ProblemKind::Invalid).rule(error.message())
    });
    Err(Problems::new(problems.collect(), MAX_BYTES))
}
