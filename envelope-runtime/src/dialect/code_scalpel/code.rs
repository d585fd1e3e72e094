//! The vocabulary of error codes.

use envelope_contracts::code_scalpel::{CODES, UPGRADE_REQUIRED};

use super::ID;
use crate::error::{ErrorReport, ErrorType};

/// The code of a failure in the contract's vocabulary.
pub(super) fn error_code(report: &ErrorReport) -> &'static str {
    let known = |code: &str| CODES.iter().copied().find(|word| word.eq_ignore_ascii_case(code));
    let own = report.code_for(ID).and_then(|code| CODES.iter().copied().find(|word| *word == code));
    let code = own.or_else(|| known(report.code()));
    let code = code.unwrap_or_else(|| of_category(report.error_type()));
    // The contract wants to know which feature and which tier, unless another server has already left it out.
    let lacks_upgrade = report.upgrades().is_empty() && !report.is_from(ID);
    if code == UPGRADE_REQUIRED && lacks_upgrade { "not_implemented" } else { code }
}

fn of_category(error_type: ErrorType) -> &'static str {
    match error_type {
        ErrorType::Validation => "invalid_argument",
        ErrorType::Authentication | ErrorType::Authorization => "forbidden",
        ErrorType::NotFound => "not_found",
        ErrorType::Conflict => "correction_needed",
        ErrorType::RateLimit => "resource_exhausted",
        ErrorType::FeatureFlag => UPGRADE_REQUIRED,
        ErrorType::Unavailable => "dependency_unavailable",
        ErrorType::Internal => "internal_error",
    }
}
