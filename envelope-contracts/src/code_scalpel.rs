//! `code-scalpel-v1`.

use crate::Kind::{Amount, Any, Facts, Format, List, Null, Object as Nested, Objects, String, Words};
use crate::Presence::{Optional, Recommended, Required};
use crate::shared::{TIERS, UPGRADE_HINT};
use crate::{Contract, Form, Object, Setting, Words as Vocabulary, format, key, variant};

/// The contract.
pub static CONTRACT: Contract = Contract {
    settings: &[
        Setting { is_required: true, ..Setting::new("tier", Form::Word(&TIERS)) },
        Setting::new("tool", Form::Tool),
        Setting::new("version", Form::Version),
        Setting::new("request_id", Form::RequestId),
        Setting::new("capabilities", Form::List),
        Setting::new("mirror_failure", Form::Flag),
        Setting::new("profile", Form::Word(&PROFILES)),
    ],
    marks: &[
        &["tool_id", "tier", "tool_version"],
        &["tool_id", "tier", "request_id"],
        &["tool_id", "capabilities", "data"],
        &["tool_id", "upgrade_hints", "data"],
        &["upgrade_hints", "capabilities", "data"],
        &["upgrade_hints", "error", "data"],
        &["error/error", "error/error_code"],
    ],
    codes: Some(CODES),
    upgrade_code: Some(UPGRADE_REQUIRED),
    ..Contract::new("code-scalpel-v1", &["code_scalpel", "CodeScalpel"], &ENVELOPE)
};

/// The parts of an envelope that a tool fills in.
pub static PROFILES: Vocabulary = Vocabulary {
    name: "profile",
    example: "minimal",
    enum_path: &["code_scalpel", "Profile"],
    words: &["full", "minimal"],
};

/// The code for a feature that needs an upgrade.
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

// The contract requires each key. Code Scalpel 2.1.4 makes all keys optional, and by default most are null. In its document V2.0, a failure
// has only the key `error`.
static ENVELOPE: Object = Object::new("", ENVELOPES, "An envelope.", &[
    key("tier", Recommended, Words(TIERS.words), "The tier of the caller.").always(),
    key("tool_version", Recommended, Format(&format::SEMANTIC_VERSION), "The tool's semantic version.").always(),
    key("tool_id", Recommended, Format(&format::TEXT), "The tool's id.").always(),
    key("request_id", Recommended, Format(&format::TEXT), "The id that connects the envelope to logs and traces.").always(),
    key("capabilities", Recommended, List(&String), "The capabilities of this invocation.").always(),
    key("duration_ms", Optional, Amount, "The duration of the call, in milliseconds.").always(),
    key("error", Optional, Nested(&ERROR), "The error of a failure.").always(),
    key("upgrade_hints", Recommended, Objects(&UPGRADE_HINT), "The features that a higher tier has.").always(),
    key("data", Optional, Any, "The tool's data.").always(),
]).with_variants(&[
    variant("Success", "error", Null, &SUCCEEDED),
    variant("Failure", "error", Facts, &FAILED),
]);

const ENVELOPES: &str = "Envelope Schema (All Tools)";

static SUCCEEDED: Object = Object::new("", ENVELOPES, "", &[key("data", Required, Any, "The tool's data.")]);
static FAILED: Object = Object::new("a failure", "", "", &[]);

static ERROR: Object = Object::new("a failure", "Error Model", "The error of a failure.", &[
    key("error", Required, Format(&format::TEXT), "The message."),
    key("error_code", Required, Words(CODES), "The code of the error."),
    key("error_details", Optional, Facts, "Facts about the error.").always(),
]);
