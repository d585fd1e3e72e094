//! The exit codes of programs. The guide tests the output of a program.

use std::process::{ExitCode, Termination};

use envelope_runtime::{ErrorType, RequestId, ToolFailure, dotbot, envelope_tool};

/// The exit codes follow `sysexits.h`.
#[test]
fn each_error_type_has_its_exit_code() {
    #[envelope_tool(dialect = "response-v2")]
    fn fail(error_type: ErrorType) -> Result<(), ToolFailure> {
        Err(ToolFailure::custom("OWN_CODE", error_type, "m"))
    }

    let codes = ErrorType::ALL.iter().map(|error_type| (*error_type, error_type.exit_code()));
    let codes: Vec<_> = codes.collect();
    assert_eq!(
        codes,
        [
            (ErrorType::Validation, 65),
            (ErrorType::Authentication, 77),
            (ErrorType::Authorization, 77),
            (ErrorType::NotFound, 66),
            (ErrorType::Conflict, 1),
            (ErrorType::RateLimit, 75),
            (ErrorType::FeatureFlag, 1),
            (ErrorType::Internal, 70),
            (ErrorType::Unavailable, 75),
        ]
    );
    for (error_type, code) in codes {
        assert_eq!(fail(error_type).exit_code(), code, "{error_type}");
    }
}

#[test]
fn a_success_is_zero() {
    #[envelope_tool(dialect = "mcp-2025-11-25")]
    fn ping() -> Result<(), ToolFailure> {
        Ok(())
    }

    assert_eq!(RequestId::new("req_1").sync_scope(ping).exit_code(), 0);
}

/// The test prints the two envelopes that `main` returns.
#[test]
fn a_program_ends_with_the_exit_code() {
    #[envelope_tool(dialect = "response-v2")]
    fn find(id: u8) -> Result<(), ToolFailure> {
        if id == 0 { Err(ToolFailure::not_found("Task", id)) } else { Ok(()) }
    }

    assert_eq!(find(0).report(), ExitCode::from(66));
    assert_eq!(find(1).report(), ExitCode::SUCCESS);
}

/// Data with errors is no success.
#[test]
fn the_first_error_of_a_reply_decides() {
    #[envelope_tool(dialect = "dotbot-mcp-response@1")]
    fn partial(errors: Vec<dotbot::Issue>) -> Result<dotbot::Reply<()>, ToolFailure> {
        Ok(errors.into_iter().fold(dotbot::Reply::new("Done.", ()), dotbot::Reply::error))
    }

    let issue = |code: &str| dotbot::Issue::new(code, "m");
    for (errors, exit_code) in [
        (vec![], 0),
        (vec![issue("BROKEN_FILE_REFERENCE"), issue("IO_ERROR")], 66),
        (vec![issue("IO_ERROR"), issue("BROKEN_FILE_REFERENCE")], 70),
        (vec![issue("OWN_CODE")], 70),
        (vec![issue("OWN_CODE").error_type(ErrorType::Unavailable)], 75),
        // A standard code keeps its own error type.
        (vec![issue("NOT_FOUND").error_type(ErrorType::Unavailable)], 66),
        (vec![ToolFailure::custom("OWN_CODE", ErrorType::Conflict, "m").into()], 1),
    ] {
        assert_eq!(partial(errors.clone()).exit_code(), exit_code, "{errors:?}");
    }
}
