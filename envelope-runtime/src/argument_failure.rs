//! Converts problems of arguments into a failure.

use envelope_arguments::{ProblemKind, Problems};

use crate::error::{ErrorCode, ToolError, ToolFailure};

/// The code is `MISSING_REQUIRED` if every problem is a missing key, or else `VALIDATION_ERROR`. The message names every problem, and the
/// details list the problems as data. In response-v2:
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
/// A single problem also sets `field`, unless the problem concerns the arguments as a whole. So the list is `data.details.problems` in
/// response-v2, and `details.problems` in a [problem of RFC 9457](crate::rfc9457#wrong-arguments).
impl ToolError for Problems {
    fn failure(&self) -> ToolFailure {
        failure(self, "arguments")
    }
}

/// Makes the failure. `input` names the arguments, such as `query string`.
pub(crate) fn failure(problems: &Problems, input: &str) -> ToolFailure {
    let list = problems.as_slice();
    let is_missing = list.iter().all(|problem| problem.kind == ProblemKind::Missing);
    let code = if is_missing { ErrorCode::MissingRequired } else { ErrorCode::ValidationError };
    let failure = ToolFailure::new(code, format_args!("Invalid {input}: {problems}"));
    let failure = match list {
        [only] if !only.field.is_empty() => failure.detail("field", &only.field),
        _ => failure,
    };
    failure.detail("problems", list).remediation(problems.remediation(input))
}
