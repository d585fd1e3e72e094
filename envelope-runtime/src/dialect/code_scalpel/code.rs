//! The vocabulary of error codes.

use super::ID;
use crate::error::{ErrorReport, ErrorType};

/// Every error code of the contract.
pub(super) static VOCABULARY: [&str; 12] = envelope_macros::__list!("code-scalpel-v1", codes);

/// The code of a failure in the contract's vocabulary.
pub(super) fn error_code(report: &ErrorReport) -> &'static str {
    let known =
        |code: &str| VOCABULARY.iter().copied().find(|word| word.eq_ignore_ascii_case(code));
    let own =
        report.code_for(ID).and_then(|code| VOCABULARY.iter().copied().find(|word| *word == code));
    own.or_else(|| known(report.code())).unwrap_or_else(|| of_category(report.error_type()))
}

fn of_category(error_type: ErrorType) -> &'static str {
    match error_type {
        ErrorType::Validation => "invalid_argument",
        ErrorType::Authentication | ErrorType::Authorization => "forbidden",
        ErrorType::NotFound => "not_found",
        ErrorType::Conflict => "correction_needed",
        ErrorType::RateLimit => "resource_exhausted",
        ErrorType::FeatureFlag => "upgrade_required",
        ErrorType::Unavailable => "dependency_unavailable",
        ErrorType::Internal => "internal_error",
    }
}
