//! The vocabulary of error codes.

use envelope_contracts::code_scalpel::{CODES, UPGRADE_REQUIRED};

use super::ID;
#[cfg(feature = "schemars1")]
use crate::error::DeclaredFailure;
use crate::error::{ErrorReport, ErrorType};

/// The code of a failure in the contract's vocabulary.
#[inline]
pub(super) fn error_code(report: &ErrorReport) -> &'static str {
    let code = in_vocabulary(report.code_for(ID), report.code(), report.error_type());
    // With `upgrade_required`, the contract requires an upgrade hint.
    if code == UPGRADE_REQUIRED && report.upgrades().is_empty() { NO_UPGRADE } else { code }
}

/// The code of a failure that needs an upgrade but does not name one.
const NO_UPGRADE: &str = "not_implemented";

/// The codes that a declared failure can have in the contract's vocabulary.
#[cfg(feature = "schemars1")]
pub(super) fn codes_of(failure: &DeclaredFailure) -> Vec<&'static str> {
    let code = in_vocabulary(failure.code_for(ID), failure.code, failure.error_type);
    if code == UPGRADE_REQUIRED { vec![code, NO_UPGRADE] } else { vec![code] }
}

/// The contract's code for a failure: the code that is set for this dialect, or the same code in lower case, or the code for its error
/// type.
#[inline]
fn in_vocabulary(own: Option<&str>, code: &str, error_type: ErrorType) -> &'static str {
    let mut words = CODES.iter().copied();
    let own = own.and_then(|own| CODES.iter().copied().find(|word| *word == own));
    // `RESULT_TOO_LARGE` also becomes `too_large`.
    let code = code.strip_prefix("RESULT_").filter(|rest| *rest == "TOO_LARGE").unwrap_or(code);
    own.or_else(|| words.find(|word| word.eq_ignore_ascii_case(code)))
        .unwrap_or_else(|| of_error_type(error_type))
}

#[inline]
fn of_error_type(error_type: ErrorType) -> &'static str {
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
