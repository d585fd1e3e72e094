//! The problems of arguments as a failure.

use envelope_arguments::{Problem, ProblemKind, Problems};

use crate::error::{ErrorCode, ToolError, ToolFailure};

/// `MISSING_REQUIRED` if nothing is wrong but missing keys, or else `VALIDATION_ERROR`. The message names every problem, and the details
/// have them as data. In response-v2:
///
/// ```json
/// {
///   "field": "status",
///   "problems": [
///     {"field": "status", "problem": "not_one_of", "expected": "`open` or `closed`", "did_you_mean": "open"}
///   ]
/// }
/// ```
///
/// With one problem, `field` is its field.
impl ToolError for Problems {
    fn failure(&self) -> ToolFailure {
        failure(self, "arguments")
    }
}

/// The failure. `input` names the arguments, such as `query string`.
pub(crate) fn failure(problems: &Problems, input: &str) -> ToolFailure {
    let list = problems.as_slice();
    let is_missing = list.iter().all(|problem| problem.kind == ProblemKind::Missing);
    let code = if is_missing { ErrorCode::MissingRequired } else { ErrorCode::ValidationError };
    let failure = ToolFailure::new(code, format_args!("Invalid {input}: {problems}"));
    let failure = match list {
        [only] if !only.field.is_empty() => failure.detail("field", &only.field),
        _ => failure,
    };
    failure.detail("problems", list).remediation(correction(list, input))
}

/// The advice how to correct the input.
fn correction(problems: &[Problem], input: &str) -> String {
    match problems {
        [Problem { did_you_mean: Some(name), field, kind: ProblemKind::Unknown, .. }] => {
            // A key that is no name is not repeated.
            let found = if field.is_empty() { "the unknown key" } else { &format!("`{field}`") };
            format!("Write `{name}` instead of {found} in the {input}")
        }
        [Problem { field, kind: ProblemKind::Missing, .. }] if !field.is_empty() => {
            format!("Add `{field}` to the {input}")
        }
        [Problem { field, kind: ProblemKind::Unknown, .. }] if !field.is_empty() => {
            format!("Remove `{field}` from the {input}")
        }
        [Problem { field, .. }] if !field.is_empty() => format!("Correct `{field}` in the {input}"),
        _ => format!("Correct the {input}"),
    }
}
