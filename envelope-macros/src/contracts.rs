//! The tables of the contracts, the check of a reserved key, and examples of arguments for messages.

use proc_macro2::Span;

pub(crate) use envelope_contracts::format::{
    is_meta_name, is_screaming_snake_case, is_semantic_version, relative_path, to_meta_name,
    to_screaming_snake_case,
};
pub(crate) use envelope_contracts::http_status;
pub(crate) use envelope_contracts::retry::{RETRIES, delay};
pub(crate) use envelope_contracts::shared::TIERS;
pub(crate) use envelope_contracts::{
    CODES, CONTRACTS, Code, Contract, ERROR_TYPE_NAMES, ErrorType, Form, Setting, UPGRADE_REQUIRED,
    joined, pascal_case,
};

use crate::errors::Errors;

/// How messages show the argument that names a dialect.
pub(crate) const DIALECT_EXAMPLE: &str = "dialect = \"response-v2\"";

/// How messages show the argument that names several dialects.
pub(crate) const DIALECTS_EXAMPLE: &str = "dialects(\"response-v2\", \"mcp-2025-11-25\")";

/// How messages show a code for one dialect.
pub(crate) const CODES_EXAMPLE: &str = "codes(\"code-scalpel-v1\" = \"invalid_path\")";

/// The key of a failure's data for the delay before a retry.
pub(crate) const RETRY_AFTER_SECONDS: &str = "retry_after_seconds";

/// The flag that changes the output schema of a tool, in every dialect that has it.
pub(crate) const SCHEMA_FLAG: &str = "structured_errors";

/// The ids of the contracts.
pub(crate) fn ids() -> impl Iterator<Item = &'static str> + Clone {
    CONTRACTS.iter().map(|contract| contract.id)
}

/// The ids of the contracts for which this is true.
pub(crate) fn ids_where(is_true: impl Fn(&Contract) -> bool) -> Vec<&'static str> {
    CONTRACTS.iter().filter(|contract| is_true(contract)).map(|contract| contract.id).collect()
}

/// The names of the standard codes.
pub(crate) fn code_names() -> impl Iterator<Item = &'static str> + Clone {
    CODES.iter().map(|code| code.name)
}

/// Reports a key that these contracts reserve, if there are any. `fix` is the argument that names another key.
pub(crate) fn check_reserved(key: &str, place: Span, ids: &[&str], fix: &str, errors: &mut Errors) {
    if !ids.is_empty() {
        let ids = ids.join(" and ");
        let message = format!("`{key}` is reserved by {ids}; choose another key: `{fix}`");
        errors.report_at(place, message);
    }
}
