//! The input of an extractor. When the tool reads it, messages explain why data does not fit, and name unknown keys.

use envelope_arguments::{Arguments, Reader};
use serde::de::DeserializeOwned;

use crate::argument_failure::failure;
use crate::argument_settings::{ArgumentSettings, Rules};
use crate::call::panics::Panic;
use crate::error::ToolFailure;
use crate::metadata::Warning;

/// How to read an extractor: facts about the type of its contents, and the settings of the tool.
#[derive(Debug)]
pub struct Help<T> {
    /// The reader with the JSON Schema of the type, if it has one.
    pub schema: Option<Reader>,
    /// Checks the rules of the type.
    pub broken_rules: Rules<T>,
    /// The settings of the tool.
    pub settings: ArgumentSettings,
}

/// The input of an extractor.
#[derive(Debug)]
pub(super) enum Input<T> {
    /// A JSON body, a query string, a form, or a value, as in a test.
    Given(Arguments<T>),
    Rejected(ToolFailure),
    /// The author's `Deserialize` has panicked in `axum`. The tool resumes the panic, and catches it with `catch_panic`.
    Panicked(Panic),
}

impl<T: DeserializeOwned> Input<T> {
    /// The value with warnings, or the failure that names every problem. `input` is the name of the input.
    pub(super) fn check(
        self,
        input: &str,
        help: Help<T>,
    ) -> Result<(T, Vec<Warning>), ToolFailure> {
        let arguments = match self {
            Self::Given(arguments) => arguments,
            Self::Rejected(failure) => return Err(failure),
            Self::Panicked(panic) => panic.resume(),
        };
        let reader = help.settings.reader(help.schema.unwrap_or_else(Reader::without_schema));
        let accepted = reader.read_checked(arguments, help.broken_rules);
        let accepted = accepted.map_err(|problems| failure(&problems, input))?;
        let warnings = help.settings.warnings(&accepted);
        Ok((accepted.arguments, warnings))
    }
}
