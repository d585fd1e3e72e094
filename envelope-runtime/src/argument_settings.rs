//! The settings of arguments: unknown keys, and repairs.

use envelope_arguments::{Accepted, Problem, Problems, Reader};

use crate::metadata::{Severity, Warning};

/// The rules of an author for arguments of the right type.
pub(crate) type Rules<T> = fn(&T) -> Result<(), Problems>;

/// The settings of the arguments of a tool.
#[derive(Clone, Copy, Debug, Default)]
pub struct ArgumentSettings {
    /// The setting `unknown_arguments`.
    pub unknown: UnknownArguments,
    /// The setting `exact_arguments`: arguments that need a repair are refused.
    pub exact: bool,
}

/// The treatment of unknown arguments that are not close to a known one: the setting `unknown_arguments`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UnknownArguments {
    /// Unknown arguments are a problem.
    #[default]
    Reject,
    /// Unknown arguments are a warning, if the contract has warnings for a success.
    Warn,
    /// Unknown arguments are ignored.
    Ignore,
}

impl ArgumentSettings {
    /// A reader with these settings.
    pub(crate) fn reader(self, reader: Reader) -> Reader {
        reader.reject_unknown(self.unknown == UnknownArguments::Reject).repair(!self.exact)
    }

    /// The warnings about arguments that fit.
    pub(crate) fn warnings<T>(self, accepted: &Accepted<T>) -> Vec<Warning> {
        /// The largest number of warnings.
        const MAX_WARNINGS: usize = 8;

        let is_warned = self.unknown == UnknownArguments::Warn;
        let unknown = accepted.unknown.iter().filter(|_| is_warned).map(ignored);
        accepted.repaired.iter().map(repaired).chain(unknown).take(MAX_WARNINGS).collect()
    }
}

fn ignored(problem: &Problem) -> Warning {
    let message = match &problem.found {
        None => format!("The unknown argument `{}` was ignored", problem.field),
        Some(_) => "Unknown arguments were ignored".to_owned(),
    };
    Warning::custom("UNKNOWN_ARGUMENT", Severity::Warning, message)
}

fn repaired(problem: &Problem) -> Warning {
    let message = match (&problem.did_you_mean, &problem.expected) {
        (Some(name), _) => format!("The argument `{}` was read as `{name}`", problem.field),
        (None, Some(expected)) if !problem.field.is_empty() => {
            format!("The argument `{}` was repaired: it has to be {expected}", problem.field)
        }
        _ => "The arguments were repaired: they have to be an object".to_owned(),
    };
    Warning::custom("REPAIRED_ARGUMENT", Severity::Warning, message)
}
