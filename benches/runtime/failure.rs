//! Tools that fail: with an enum of errors, as most do, and with a `ToolFailure`.

use std::borrow::Cow;
use std::hint::black_box;
use std::time::Instant;

use envelope_benchmarks::{Candidate, Case};
use envelope_runtime::{ErrorType, ToolError, ToolFailure, envelope_tool};
use serde::Serialize;
use serde_json::{Value, json};

use super::REQUEST_ID;
use super::peers::{self, Failure};

const LIST_SPECS: &str = "List the specs with list_specs, then retry with one of their ids";

#[derive(Debug, thiserror::Error, ToolError)]
enum SpecError {
    #[error("Spec '{spec_id}' not found")]
    #[tool_error(
        code = "SPEC_NOT_FOUND",
        error_type = "not_found",
        remediation = "List the specs with list_specs, then retry with one of their ids"
    )]
    NotFound {
        #[tool_error(detail)]
        spec_id: String,
    },
    #[error("Validation failed: {field} {problem}")]
    #[tool_error(code = "VALIDATION_ERROR", remediation = "Provide a valid {field}")]
    Invalid {
        #[tool_error(detail)]
        field: &'static str,
        #[tool_error(detail = "constraint")]
        problem: &'static str,
    },
}

#[derive(Serialize)]
struct SpecDetails<'a> {
    spec_id: &'a str,
}

#[derive(Serialize)]
struct FieldDetails<'a> {
    field: &'a str,
    constraint: &'a str,
}

/// A tool for each error.
macro_rules! tools {
    ($module:ident: $dialect:literal $(($($setting:tt)+))?) => {
        mod $module {
            use super::*;

            pub(super) mod not_found {
                use super::*;

                #[envelope_tool(dialect = $dialect $(, $($setting)+)?)]
                pub(in super::super) fn records(spec_id: &str) -> Result<(), SpecError> {
                    Err(SpecError::NotFound { spec_id: spec_id.to_owned() })
                }
            }

            pub(super) mod invalid {
                use super::*;

                #[envelope_tool(dialect = $dialect $(, $($setting)+)?)]
                pub(in super::super) fn records(field: &'static str) -> Result<(), SpecError> {
                    Err(SpecError::Invalid { field, problem: "must be a date" })
                }
            }

            pub(super) mod tool_failure {
                use super::*;

                #[envelope_tool(dialect = $dialect $(, $($setting)+)?)]
                pub(in super::super) fn records(spec_id: &str) -> Result<(), ToolFailure> {
                    let message = format_args!("Spec '{spec_id}' not found");
                    Err(ToolFailure::custom("SPEC_NOT_FOUND", ErrorType::NotFound, message)
                        .remediation(LIST_SPECS)
                        .detail("spec_id", spec_id))
                }
            }
        }
    };
}

// dotbot requires the setting `summary`, although these tools never return data to summarize.
tools!(response_v2: "response-v2");
tools!(dotbot: "dotbot-mcp-response@1" (summary("Done.")));
tools!(mcp: "mcp-2025-11-25");
tools!(code_scalpel: "code-scalpel-v1" (tier = "pro"));

/// Makes the same error as the tool, and converts it to an envelope.
fn not_found(answer: impl FnOnce(Failure<'_, SpecDetails<'_>>) -> String) -> String {
    let error = SpecError::NotFound { spec_id: black_box("auth-flow").to_owned() };
    let SpecError::NotFound { spec_id } = &error else { return String::new() };
    answer(Failure {
        code: "SPEC_NOT_FOUND",
        error_type: "not_found",
        code_scalpel: "not_found",
        message: error.to_string(),
        remediation: LIST_SPECS,
        details: SpecDetails { spec_id },
    })
}

fn invalid(answer: impl FnOnce(Failure<'_, FieldDetails<'_>>) -> String) -> String {
    let error = SpecError::Invalid { field: black_box("due_date"), problem: "must be a date" };
    let SpecError::Invalid { field, problem } = error else { return String::new() };
    answer(Failure {
        code: "VALIDATION_ERROR",
        error_type: "validation",
        code_scalpel: "invalid_argument",
        message: error.to_string(),
        remediation: &format!("Provide a valid {field}"),
        details: FieldDetails { field, constraint: problem },
    })
}

/// An error without an enum, which takes any texts and details, as a `ToolFailure` does.
struct OpenError {
    code: &'static str,
    error_type: &'static str,
    code_scalpel: &'static str,
    message: String,
    remediation: Cow<'static, str>,
    details: Value,
}

/// Returns an error without an enum, and makes an envelope of it.
fn returned_error(answer: impl FnOnce(Failure<'_, Value>) -> String) -> String {
    fn read(spec_id: &str) -> Result<(), Box<OpenError>> {
        Err(Box::new(OpenError {
            code: "SPEC_NOT_FOUND",
            error_type: "not_found",
            code_scalpel: "not_found",
            message: format!("Spec '{spec_id}' not found"),
            remediation: LIST_SPECS.into(),
            details: json!({"spec_id": spec_id}),
        }))
    }

    let Err(error) = read(black_box("auth-flow")) else { return String::new() };
    let OpenError { code, error_type, code_scalpel, message, remediation, details } = *error;
    answer(Failure { code, error_type, code_scalpel, message, remediation: &remediation, details })
}

/// Makes an envelope without an error.
fn tool_failure(answer: impl FnOnce(Failure<'_, SpecDetails<'_>>) -> String) -> String {
    let spec_id = black_box("auth-flow");
    answer(Failure {
        code: "SPEC_NOT_FOUND",
        error_type: "not_found",
        code_scalpel: "not_found",
        message: format!("Spec '{spec_id}' not found"),
        remediation: LIST_SPECS,
        details: SpecDetails { spec_id },
    })
}

/// Runs the cases of a dialect. `$answer` makes an envelope of a failure by hand.
macro_rules! cases {
    ($run:ident, $module:ident: $name:literal, $answer:expr) => {
        let mut case = |error: &str, candidates| {
            $run(&Case { name: format!("{}, {error}", $name), candidates });
        };
        case(
            "enum, 1 detail",
            vec![
                Candidate::new("by hand", || not_found($answer)),
                Candidate::new("tool", || $module::not_found::records(black_box("auth-flow"))),
            ],
        );
        case(
            "enum, 2 details",
            vec![
                Candidate::new("by hand", || invalid($answer)),
                Candidate::new("tool", || $module::invalid::records(black_box("due_date"))),
            ],
        );
        case(
            "ToolFailure, 1 detail",
            vec![
                Candidate::new("by hand", || tool_failure($answer)),
                Candidate::new("tool", || $module::tool_failure::records(black_box("auth-flow"))),
                Candidate::new("error by hand", || returned_error($answer)),
            ],
        );
    };
}

/// Runs the cases with a request id.
pub(crate) fn with_id(run: &mut dyn FnMut(&Case<'_>)) {
    let id = || black_box(REQUEST_ID);
    cases!(run, response_v2: "response-v2", |failure| peers::response_v2::failure(id(), failure));
    cases!(run, dotbot: "dotbot", |failure| {
        peers::dotbot::failure(Instant::now(), file!(), id(), failure)
    });
    cases!(run, mcp: "mcp", |failure| peers::mcp::failure(id(), failure));
    cases!(run, code_scalpel: "code-scalpel", |failure| {
        peers::code_scalpel::failure(Instant::now(), id(), failure)
    });
}
