//! The dialects of the runtime, as far as the macros have to know them.

use proc_macro2::TokenStream;
use quote::quote;

/// How a setting is written in the attribute.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Form {
    /// `telemetry`
    Flag,
    /// `request_id = expr`
    Value,
    /// `version = "1.0.0"`: a literal is a semantic version.
    Version,
    /// `tier = "pro"`: a literal is one of the tiers, and an expression gives one.
    Tier,
    /// `summary("{} found", data.len())`
    Format,
}

pub(crate) struct Setting {
    pub(crate) name: &'static str,
    pub(crate) form: Form,
    /// Whether the dialect cannot do without it.
    pub(crate) required: bool,
}

const fn setting(name: &'static str, form: Form) -> Setting {
    Setting { name, form, required: false }
}

pub(crate) struct Dialect {
    /// What the attribute says: `dialect = "response-v2"`.
    pub(crate) id: &'static str,
    /// Where the type that implements `Dialect` stands in the runtime.
    pub(crate) path: &'static [&'static str],
    pub(crate) settings: &'static [Setting],
    /// The keys that data cannot be nested under.
    pub(crate) reserved_keys: &'static [&'static str],
}

/// The keys that a failure of response-v2 has in its `data`.
pub(crate) const RESERVED_DATA: [&str; 5] =
    ["error_code", "error_type", "remediation", "details", "upgrades"];

const MCP: &[Setting] = &[
    setting("request_id", Form::Value),
    setting("text", Form::Format),
    setting("pretty", Form::Flag),
    setting("structured_errors", Form::Flag),
];

/// The keys that response-v2 gives a meaning in `meta`.
pub(crate) const RESERVED_META: [&str; 11] = [
    "version",
    "request_id",
    "warnings",
    "warning_details",
    "pagination",
    "rate_limit",
    "telemetry",
    "content_fidelity",
    "content_fidelity_schema_version",
    "dropped_content_ids",
    "content_archive_hashes",
];

/// The words that an error code of code-scalpel-v1 can be.
pub(crate) const SCALPEL_CODES: [&str; 12] = [
    "invalid_argument",
    "invalid_path",
    "forbidden",
    "not_found",
    "timeout",
    "too_large",
    "resource_exhausted",
    "not_implemented",
    "upgrade_required",
    "dependency_unavailable",
    "correction_needed",
    "internal_error",
];

/// One row for each dialect of the runtime.
pub(crate) const DIALECTS: &[Dialect] = &[
    Dialect {
        id: "response-v2",
        path: &["response_v2", "ResponseV2"],
        settings: &[setting("request_id", Form::Value), setting("telemetry", Form::Flag)],
        reserved_keys: &["error_code", "error_type"],
    },
    Dialect {
        id: "dotbot-mcp-response@1",
        path: &["dotbot", "Dotbot"],
        settings: &[
            setting("tool", Form::Value),
            setting("version", Form::Version),
            setting("summary", Form::Format),
            setting("source", Form::Value),
            setting("host", Form::Value),
            setting("correlation_id", Form::Value),
            setting("write_to", Form::Value),
        ],
        reserved_keys: &[],
    },
    Dialect {
        id: "mcp-2025-11-25",
        path: &["mcp_2025_11_25", "Mcp"],
        settings: MCP,
        reserved_keys: &[],
    },
    Dialect {
        id: "mcp-2026-07-28",
        path: &["mcp_2026_07_28", "Mcp"],
        settings: MCP,
        reserved_keys: &[],
    },
    Dialect {
        id: "code-scalpel-v1",
        path: &["code_scalpel", "CodeScalpel"],
        settings: &[
            Setting { name: "tier", form: Form::Tier, required: true },
            setting("tool", Form::Value),
            setting("version", Form::Version),
            setting("request_id", Form::Value),
            setting("capabilities", Form::Value),
            setting("mirror_failure", Form::Flag),
        ],
        reserved_keys: &[],
    },
];

/// The tiers of code-scalpel-v1, and the variants of the runtime's `Tier`.
pub(crate) const TIERS: [(&str, &str); 3] =
    [("community", "Community"), ("pro", "Pro"), ("enterprise", "Enterprise")];

/// The variant of the runtime's `Tier`.
pub(crate) fn tier_variant(tier: &str) -> Option<&'static str> {
    TIERS.iter().find(|(name, _)| *name == tier).map(|(_, variant)| *variant)
}

pub(crate) fn ids() -> impl Iterator<Item = &'static str> + Clone {
    DIALECTS.iter().map(|dialect| dialect.id)
}

/// The dialects that have a setting of this name.
pub(crate) fn with_setting(name: &str) -> impl Iterator<Item = &'static str> {
    let has = move |dialect: &&Dialect| dialect.settings.iter().any(|setting| setting.name == name);
    DIALECTS.iter().filter(has).map(|dialect| dialect.id)
}

/// One of the lists above as an array, for the runtime.
pub(crate) fn list(name: &str) -> TokenStream {
    let words: &[&str] = match name {
        "reserved_data" => &RESERVED_DATA,
        "reserved_meta" => &RESERVED_META,
        "scalpel_codes" => &SCALPEL_CODES,
        _ => &[],
    };
    quote!([#(#words),*])
}

/// Whether this is `major.minor.patch`, with a prerelease and a build part or without.
pub(crate) fn is_semantic_version(version: &str) -> bool {
    let (version, build) = version.split_once('+').map_or((version, None), |(v, b)| (v, Some(b)));
    let (core, prerelease) = version.split_once('-').map_or((version, None), |(c, p)| (c, Some(p)));
    let number = |text: &str| {
        !text.is_empty()
            && text.bytes().all(|byte| byte.is_ascii_digit())
            && (text == "0" || !text.starts_with('0'))
    };
    let identifier = |text: &str| {
        !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    let numeric = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    core.split('.').count() == 3
        && core.split('.').all(number)
        && build.is_none_or(|build| build.split('.').all(identifier))
        && prerelease.is_none_or(|prerelease| {
            prerelease.split('.').all(|part| identifier(part) && (!numeric(part) || number(part)))
        })
}

#[cfg(test)]
mod tests {
    use super::is_semantic_version;

    #[test]
    fn semantic_versions() {
        for version in ["0.0.0", "1.20.300", "1.0.0-alpha.1", "1.0.0-x-y.0a+build.007", "1.0.0+a"] {
            assert!(is_semantic_version(version), "{version}");
        }
        for version in [
            "", "1", "1.0", "1.0.0.0", "01.0.0", "v1.0.0", "1.0.x", "1.0.0-", "1.0.0-01", "1.0.0+",
            "1.0.0 ",
        ] {
            assert!(!is_semantic_version(version), "{version}");
        }
    }
}
