//! Keys that nothing knows, in arguments that fit.

use super::Fitting;
use super::problem::{Kind, Problem, Problems};
use crate::metadata::{Severity, Warning};

/// The treatment of unknown arguments that are not close to a known one: the setting `unknown_arguments`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UnknownArguments {
    /// They are a problem.
    Reject,
    /// They are a warning, if the contract has warnings for a success.
    #[default]
    Warn,
    /// They are ignored.
    Ignore,
}

impl UnknownArguments {
    /// The arguments, or the problems with unknown keys.
    pub(crate) fn rejected<T>(self, fitting: Fitting<T>) -> Result<Fitting<T>, Problems> {
        match self {
            Self::Reject if !fitting.unknown.is_empty() => Err(Problems(fitting.unknown)),
            _ => Ok(fitting),
        }
    }

    /// The warnings about unknown keys.
    pub(crate) fn warnings(self, unknown: &[Problem]) -> Vec<Warning> {
        /// The largest number of warnings.
        const MAX_WARNINGS: usize = 8;

        if self != Self::Warn {
            return Vec::new();
        }
        let unknown = unknown.iter().filter(|problem| problem.kind == Kind::Unknown);
        unknown.take(MAX_WARNINGS).map(warning).collect()
    }
}

fn warning(problem: &Problem) -> Warning {
    let message = match &problem.found {
        None => format!("The unknown argument `{}` was ignored", problem.field),
        Some(_) => "Unknown arguments were ignored".to_owned(),
    };
    Warning::custom("UNKNOWN_ARGUMENT", Severity::Warning, message)
}
