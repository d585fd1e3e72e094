//! `code-scalpel-v1`.

use crate::Kind::{Amount, Any, Data, Facts, Format, List, Null, Object as Nested, Objects, String, Words};
use crate::Presence::{Nullable, Optional, Own, Required};
use crate::shared::{TIERS, UPGRADE_HINT};
use crate::{Contract, Form, Object, Setting, format, key, variant};

/// The contract.
pub static CONTRACT: Contract = Contract {
    settings: &[
        Setting::required("tier", Form::Word(&TIERS)),
        Setting::new("tool", Form::Tool),
        Setting::new("version", Form::Version),
        Setting::new("request_id", Form::RequestId),
        Setting::new("capabilities", Form::Value),
        Setting::new("mirror_failure", Form::Flag),
    ],
    distinctive: &["tool_id", "upgrade_hints"],
    codes: Some(CODES),
    upgrade_code: Some(UPGRADE_REQUIRED),
    ..Contract::new("code-scalpel-v1", &["code_scalpel", "CodeScalpel"], &ENVELOPE)
};

/// The code that needs an upgrade.
pub const UPGRADE_REQUIRED: &str = "upgrade_required";

/// Every error code.
pub static CODES: &[&str] = &[
    "invalid_argument",
    "invalid_path",
    "forbidden",
    "not_found",
    "timeout",
    "too_large",
    "resource_exhausted",
    "not_implemented",
    UPGRADE_REQUIRED,
    "dependency_unavailable",
    "correction_needed",
    "internal_error",
];

static ENVELOPE: Object = Object::new("", "Envelope Schema (All Tools)", "An envelope.", &[
    key("tier", Required, Words(TIERS.words), "The tier of the caller."),
    key("tool_version", Required, Format(&format::SEMANTIC_VERSION), "The tool's semantic version."),
    key("tool_id", Required, Format(&format::TEXT), "The tool's id."),
    key("request_id", Required, Format(&format::TEXT), "The id that connects the envelope to logs and traces."),
    key("capabilities", Required, List(&String), "The capabilities of this invocation."),
    key("duration_ms", Optional, Amount, "The duration of the call, in milliseconds.").always(),
    key("error", Nullable, Nested(&ERROR), "The error of a failure."),
    key("upgrade_hints", Required, Objects(&UPGRADE_HINT), "The features that a higher tier has."),
    key("data", Required, Any, "The tool's data."),
]).with_variants(&[
    variant("Success", "error", Null, &SUCCEEDED),
    variant("Failure", "error", Facts, &FAILED),
]).closed();

static SUCCEEDED: Object = Object::new("a success", "", "", &[key("data", Own, Data, "")]);
static FAILED: Object = Object::new("a failure", "", "", &[]);

static ERROR: Object = Object::new("a failure", "Error Model", "The error of a failure.", &[
    key("error", Required, Format(&format::TEXT), "The message."),
    key("error_code", Required, Words(CODES), "The code of the error."),
    key("error_details", Nullable, Facts, "Facts about the error."),
]).closed();
