//! The envelopes of Code Scalpel.

use super::code::error_code;
use super::random_id::random_id;
use super::truncate::{Truncated, truncate};
use super::{CodeScalpel, ID, Meta};
use crate::dialect::merged::{Merged, upgrades};
use crate::dialect::version::semantic_version;
use crate::dialect::{Call, Dialect, Entries, Json, key};
use crate::error::ErrorReport;
use crate::request_id::RequestId;

impl Dialect for CodeScalpel {
    const ID: &'static str = ID;
    const ALIASES: &'static [&'static str] = &["code-scalpel"];

    type Root = Json;
    type Meta = Meta;

    fn success(&self, call: &Call, meta: &Meta, envelope: &mut Entries<'_>) {
        invocation(self, call, envelope);
        envelope.null(key!("error"));
        envelope.value(key!("upgrade_hints"), &meta.upgrade_hints);
        envelope.data(key!("data"));
    }

    fn failure(&self, call: &Call, report: &ErrorReport, envelope: &mut Entries<'_>) {
        invocation(self, call, envelope);
        envelope.object(key!("error"), |entries| error(report, entries));
        envelope.list(key!("upgrade_hints"), |list| upgrades(list, report, Truncated));
        if !envelope.object(key!("data"), |data| failure_data(self, report, data)) {
            envelope.null(key!("data"));
        }
    }

    fn is_timed(&self) -> bool {
        true
    }

    fn resolve_request_id(id: &mut Option<RequestId>) {
        id.get_or_insert_with(random_id);
    }
}

fn invocation(settings: &CodeScalpel, call: &Call, envelope: &mut Entries<'_>) {
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

fn error(report: &ErrorReport, error: &mut Entries<'_>) {
    error.string(key!("error"), &truncate(report.message()));
    error.string(key!("error_code"), error_code(report));
    if !error.object(key!("error_details"), |details| error_details(report, details)) {
        error.null(key!("error_details"));
    }
}

/// The parts of a failure besides its code and message.
fn error_details(report: &ErrorReport, details: &mut Entries<'_>) {
    let reserved = &["remediation", "rate_limit", "telemetry", "warnings"];
    let mut details = Merged::new(details, Truncated, reserved);
    details.remediation(report);
    details.measurements(report);
    details.warnings(report.warnings());
    details.fields("detail", report.details_with_path());
    details.fields("meta", report.meta());
}

/// The mirror of the failure, if the tool has the setting for it, and the values that the error marks as `data`.
fn failure_data(settings: &CodeScalpel, report: &ErrorReport, data: &mut Entries<'_>) {
    let is_mirrored = settings.mirrors_failure;
    if is_mirrored {
        data.bool(key!("success"), false);
        data.string(key!("error"), &truncate(report.message()));
    }
    let reserved: &[_] = if is_mirrored { &["success", "error"] } else { &[] };
    Merged::new(data, Truncated, reserved).fields("data", report.data());
}
