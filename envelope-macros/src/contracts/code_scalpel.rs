//! `code-scalpel-v1`.

use super::{Dialect, Form, Setting, Words};

pub(super) const CODE_SCALPEL: Dialect = Dialect {
    codes: Some(&[
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
    ]),
    upgrade_code: Some(UPGRADE_REQUIRED),
    ..Dialect::new(
        "code-scalpel-v1",
        &["code_scalpel", "CodeScalpel"],
        &[
            Setting::required("tier", Form::Word(&TIERS)),
            Setting::new("tool", Form::Tool),
            Setting::new("version", Form::Version),
            Setting::new("request_id", Form::RequestId),
            Setting::new("capabilities", Form::Value),
            Setting::new("mirror_failure", Form::Flag),
        ],
    )
};

const UPGRADE_REQUIRED: &str = "upgrade_required";

/// The tiers, for the setting and for the `upgrade(…)` of an error.
pub(crate) const TIERS: Words = Words {
    name: "tier",
    example: "pro",
    path: &["Tier"],
    variants: &[("community", "Community"), ("pro", "Pro"), ("enterprise", "Enterprise")],
};
