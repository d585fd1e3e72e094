//! The report of `garde` as the list of problems.

use garde::Validate;

use super::place::MAX_PATH;
use super::problem::{Kind, Problem, Problems};
#[cfg(feature = "schemars")]
use crate::error::ToolFailure;
use crate::text::truncate;

/// Checks arguments of the right type.
#[cfg(feature = "schemars")]
pub(super) fn validate<T: Validate<Context: Default>>(arguments: &T) -> Result<(), ToolFailure> {
    broken_rules(arguments).map_or(Ok(()), |problems| Err(super::typed::failure(&problems)))
}

/// A problem for each broken rule. The path has the names of the author's fields, which `garde` knows, instead of serde's names.
pub(crate) fn broken_rules<T: Validate<Context: Default>>(arguments: &T) -> Option<Problems> {
    let report = arguments.validate().err()?;
    let rules = report.iter().map(|(path, error)| {
        let path = truncate(&path.to_string(), MAX_PATH).into_owned();
        Problem::new(path, Kind::Invalid).rule(error.message())
    });
    Some(Problems(rules.collect()))
}
