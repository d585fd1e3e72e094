//! The setting for keys that nothing knows, in arguments that fit.

use envelope_arguments::Problem;

use crate::metadata::{Severity, Warning};

/// The treatment of unknown arguments that are not close to a known one: the setting `unknown_arguments`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UnknownArguments {
    /// They are a problem.
    #[default]
    Reject,
    /// They are a warning, if the contract has warnings for a success.
    Warn,
    /// They are ignored.
    Ignore,
}

impl UnknownArguments {
    /// The warnings about unknown keys of arguments that fit.
    pub(crate) fn warnings(self, unknown: &[Problem]) -> Vec<Warning> {
        /// The largest number of warnings.
        const MAX_WARNINGS: usize = 8;

        if self != Self::Warn {
            return Vec::new();
        }
        unknown.iter().take(MAX_WARNINGS).map(warning).collect()
    }
}

fn warning(problem: &Problem) -> Warning {
    let message = match &problem.found {
        None => format!("The unknown argument `{}` was ignored", problem.field),
        Some(_) => "Unknown arguments were ignored".to_owned(),
    };
    Warning::custom("UNKNOWN_ARGUMENT", Severity::Warning, message)
}
