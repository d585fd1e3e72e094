//! The envelopes of Code Scalpel.

use super::code::error_code;
use super::truncate::{Truncated, truncate};
use super::{Meta, Settings};
use crate::dialect::merged::{Merged, upgrades};
use crate::dialect::version::semantic_version;
use crate::error::ErrorReport;
use crate::json::{Data, Entries, constant, name};

/// The envelope of data.
pub(super) fn success(envelope: &mut Entries<'_>, settings: &Settings, data: Data, meta: &Meta) {
    invocation(envelope, settings);
    envelope.constant(constant!("error": null));
    let hints = &meta.upgrade_hints;
    envelope.list(name!("upgrade_hints"), hints.is_empty(), hints);
    envelope.data(name!("data"), data);
}

/// The envelope of an error.
pub(super) fn failure(envelope: &mut Entries<'_>, settings: &Settings, report: &ErrorReport) {
    invocation(envelope, settings);
    envelope.object(name!("error"), |entries| error(entries, report));
    let is_empty = report.upgrades().is_empty();
    envelope.list(name!("upgrade_hints"), is_empty, &upgrades(report, Truncated));
    if !envelope.object(name!("data"), |data| failure_data(data, settings, report)) {
        envelope.constant(constant!("data": null));
    }
}

fn invocation(envelope: &mut Entries<'_>, settings: &Settings) {
    let context = &settings.context;
    envelope.string(name!("tier"), settings.tier.as_str());
    envelope.string(name!("tool_version"), semantic_version(context));
    envelope.string(name!("tool_id"), context.tool_name());
    match context.request_id() {
        Some(id) => envelope.string(name!("request_id"), id.as_str()),
        None => envelope.constant(constant!("request_id": null)),
    }
    match &settings.capabilities {
        Some(capabilities) => envelope.value(name!("capabilities"), capabilities),
        None => envelope.constant(constant!("capabilities": ["envelope-v1"])),
    }
    envelope.number(name!("duration_ms"), context.elapsed_ms().unwrap_or_default());
}

fn error(error: &mut Entries<'_>, report: &ErrorReport) {
    error.string(name!("error"), &truncate(report.message()));
    error.string(name!("error_code"), error_code(report));
    if !error.object(name!("error_details"), |details| error_details(details, report)) {
        error.constant(constant!("error_details": null));
    }
}

/// What a failure says beside its code and message.
fn error_details(details: &mut Entries<'_>, report: &ErrorReport) {
    let reserved = &["remediation", "rate_limit", "telemetry", "warnings"];
    let mut details = Merged::new(details, Truncated, reserved);
    details.remediation(report);
    details.measurements(report);
    details.warnings(report.warnings());
    details.fields("detail", report.details_with_path());
    details.fields("meta", report.meta());
}

/// What the mirror adds, and what the error marks.
fn failure_data(data: &mut Entries<'_>, settings: &Settings, report: &ErrorReport) {
    let is_mirrored = settings.mirrors_failure;
    if is_mirrored {
        data.constant(constant!("success": false));
        data.string(name!("error"), &truncate(report.message()));
    }
    let reserved: &[_] = if is_mirrored { &["success", "error"] } else { &[] };
    Merged::new(data, Truncated, reserved).fields("data", report.data());
}
