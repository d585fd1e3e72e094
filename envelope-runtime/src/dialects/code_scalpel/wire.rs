//! The envelopes of Code Scalpel.

use super::code::error_code;
use super::truncate::{TRUNCATED, truncate};
use super::{CodeScalpel, ID, Meta, Profile};
use crate::dialect::{AnyJson, Call, Dialect, Entries, Format, key};
use crate::dialects::merged::{Merged, upgrades};
use crate::dialects::tool_version::semantic_version;
use crate::error::ErrorReport;
use crate::random_id::random_id;
use crate::request_id::RequestId;

impl Dialect for CodeScalpel {
    const ID: &'static str = ID;
    const FORMAT: Format = Format { aliases: &["code-scalpel"], ..Format::DEFAULT };

    type Root = AnyJson;
    type Meta = Meta;

    #[inline]
    fn success(&self, call: &Call, meta: &Meta, envelope: &mut Entries<'_>) {
        invocation(self, call, envelope);
        envelope.null(key!("error"));
        if self.is_minimal() && meta.upgrade_hints.is_empty() {
            envelope.null(key!("upgrade_hints"));
        } else {
            envelope.value(key!("upgrade_hints"), &meta.upgrade_hints);
        }
        if self.is_minimal() {
            envelope.list(key!("warnings"), |_| {});
        }
        envelope.data(key!("data"));
    }

    #[inline]
    fn failure(&self, call: &Call, report: &ErrorReport, envelope: &mut Entries<'_>) {
        invocation(self, call, envelope);
        envelope.object(key!("error"), |entries| error(report, entries));
        if self.is_minimal() && report.upgrades().is_empty() {
            envelope.null(key!("upgrade_hints"));
        } else {
            envelope.list(key!("upgrade_hints"), |list| upgrades(list, report, TRUNCATED));
        }
        if self.is_minimal() {
            envelope.list(key!("warnings"), |_| {});
        }
        if !envelope.object(key!("data"), |data| failure_data(self, report, data)) {
            envelope.null(key!("data"));
        }
    }

    fn is_timed(&self) -> bool {
        true
    }

    #[inline]
    fn resolve_request_id(id: &mut Option<RequestId>) {
        id.get_or_insert_with(random_id);
    }
}

impl CodeScalpel {
    #[inline]
    fn is_minimal(&self) -> bool {
        self.profile == Profile::Minimal
    }
}

#[inline]
fn invocation(settings: &CodeScalpel, call: &Call, envelope: &mut Entries<'_>) {
    if settings.is_minimal() {
        envelope.null(key!("tier"));
        envelope.null(key!("tool_version"));
        envelope.null(key!("tool_id"));
        envelope.null(key!("request_id"));
        envelope.null(key!("capabilities"));
        envelope.null(key!("duration_ms"));
        return;
    }
    envelope.string(key!("tier"), settings.tier.as_str());
    envelope.string(key!("tool_version"), semantic_version(call));
    envelope.string(key!("tool_id"), call.tool_name());
    match call.request_id() {
        Some(id) => envelope.string(key!("request_id"), id.as_str()),
        None => envelope.null(key!("request_id")),
    }
    match &settings.capabilities {
        Some(capabilities) => envelope.value(key!("capabilities"), capabilities),
        None => envelope.list(key!("capabilities"), |list| list.value("envelope-v1")),
    }
    envelope.number(key!("duration_ms"), call.elapsed_ms().unwrap_or_default());
}

#[inline]
fn error(report: &ErrorReport, error: &mut Entries<'_>) {
    error.string(key!("error"), &truncate(report.message()));
    error.string(key!("error_code"), error_code(report));
    if !error.object(key!("error_details"), |details| error_details(report, details)) {
        error.null(key!("error_details"));
    }
}

/// The parts of a failure besides its code and message.
#[inline]
fn error_details(report: &ErrorReport, details: &mut Entries<'_>) {
    let is_reserved =
        |key: &str| matches!(key, "remediation" | "rate_limit" | "telemetry" | "warnings");
    let mut details = Merged::new(details, TRUNCATED, is_reserved);
    details.remediation(report);
    details.measurements(report);
    details.warnings(report.warnings());
    details.fields("detail", report.details_with_path());
    details.fields("meta", report.meta());
}

/// Writes `success` and `error` if the tool has `mirror_failure`, and the values that the error marks as `data`.
#[inline]
fn failure_data(settings: &CodeScalpel, report: &ErrorReport, data: &mut Entries<'_>) {
    if settings.mirrors_failure {
        data.bool(key!("success"), false);
        data.string(key!("error"), &truncate(report.message()));
    }
    let is_reserved: fn(&str) -> bool =
        if settings.mirrors_failure { |key| matches!(key, "success" | "error") } else { |_| false };
    Merged::new(data, TRUNCATED, is_reserved).fields("data", report.data());
}
