//! What is wrong with input that does not fit its type.

use std::fmt::{self, Display};

use crate::error::{ErrorCode, ToolFailure};
use crate::text::truncate;

/// The largest length of a field's name, in characters. It can be any key that the caller sent.
const MAX_FIELD: usize = 100;

/// The largest length of the problem, in characters. It quotes what the caller sent.
const MAX_PROBLEM: usize = 500;

/// A part of the input that is missing or does not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Misfit {
    field: Option<String>,
    is_missing: bool,
    problem: String,
}

impl Misfit {
    /// The error of a deserializer, with the path of the field.
    pub(super) fn at_path(error: &serde_path_to_error::Error<impl Display>) -> Self {
        let outer = error.path().iter().next().map(|_| error.path().to_string());
        Self::new(outer, &error.inner().to_string())
    }

    /// The problem with a field, in the words of a deserializer.
    pub(super) fn new(outer: Option<String>, problem: &str) -> Self {
        // If a field is missing, the path is that of its parent, and only the message names the field.
        let missing = problem.strip_prefix("missing field `").and_then(|rest| rest.split_once('`'));
        let field = match (outer, missing) {
            (Some(outer), Some((missing, _))) => Some(format!("{outer}.{missing}")),
            (None, Some((missing, _))) => Some(missing.to_owned()),
            (outer, None) => outer,
        };
        Self {
            field: field.map(|field| truncate(&field, MAX_FIELD).into_owned()),
            is_missing: missing.is_some(),
            problem: truncate(problem, MAX_PROBLEM).into_owned(),
        }
    }

    /// `MISSING_REQUIRED` or `VALIDATION_ERROR`, with the detail `field`.
    pub(super) fn failure(&self, message: impl Display) -> ToolFailure {
        let code =
            if self.is_missing { ErrorCode::MissingRequired } else { ErrorCode::ValidationError };
        let failure = ToolFailure::new(code, message);
        match &self.field {
            Some(field) => failure.detail("field", field),
            None => failure,
        }
    }

    /// How to correct the input, which is `input`, such as the query string.
    #[cfg(feature = "axum")]
    pub(super) fn remediation(&self, input: &str) -> String {
        match &self.field {
            Some(field) if self.is_missing => format!("Add `{field}` to the {input}"),
            Some(field) => format!("Correct `{field}` in the {input}"),
            None => format!("Correct the {input}"),
        }
    }
}

/// The problem, after the field unless the problem names it.
impl Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.field {
            Some(field) if !self.is_missing => write!(f, "{field}: {}", self.problem),
            _ => f.write_str(&self.problem),
        }
    }
}
