//! The envelopes of response-v2.

use envelope_contracts::Object;
use envelope_contracts::response_v2::{FAILURE, META, TELEMETRY};

use super::meta::Meta;
use super::{ID, Settings};
use crate::error::{ErrorReport, Fields};
use crate::json::{Data, Entries, Raw, constant, name};
use crate::request_id::RequestId;

/// The envelope of data.
#[allow(clippy::ref_option, reason = "it is the metadata of the dialect")]
pub(super) fn success(
    envelope: &mut Entries<'_>,
    settings: &Settings,
    data: Data,
    meta: &Option<Box<Meta>>,
) {
    envelope.constant(constant!("success": true));
    envelope.data(name!("data"), data);
    envelope.constant(constant!("error": null));
    match meta {
        Some(meta) => envelope.value(name!("meta"), meta),
        None => {
            envelope.object(name!("meta"), |meta| plain_meta(meta, settings));
        }
    }
}

/// The metadata of plain data.
fn plain_meta(meta: &mut Entries<'_>, settings: &Settings) {
    call_meta(meta, settings);
    if let Some(duration_ms) = settings.measured_ms() {
        meta.object(name!("telemetry"), |telemetry| {
            telemetry.number(name!("duration_ms"), duration_ms);
        });
    }
}

/// The metadata of every call.
fn call_meta(meta: &mut Entries<'_>, settings: &Settings) {
    meta.constant(constant!("version": "response-v2"));
    meta.optional_string(name!("request_id"), settings.context.request_id().map(RequestId::as_str));
}

/// The envelope of an error.
pub(super) fn failure(envelope: &mut Entries<'_>, settings: &Settings, report: &ErrorReport) {
    envelope.constant(constant!("success": false));
    envelope.object(name!("data"), |data| failure_data(data, report));
    envelope.string(name!("error"), report.message());
    envelope.object(name!("meta"), |meta| failure_meta(meta, settings, report));
}

fn failure_data(data: &mut Entries<'_>, report: &ErrorReport) {
    data.string(name!("error_code"), report.code_in(ID));
    data.string(name!("error_type"), report.error_type().as_str());
    data.optional_string(name!("remediation"), report.remediation());
    data.object(name!("details"), |details| {
        report.details_with_path().for_each(|key, value| details.field(key, value));
    });
    if !report.upgrades().is_empty() {
        data.value(name!("upgrades"), &report.upgrades());
    }
    extra_entries(data, report.data(), &FAILURE);
}

fn failure_meta(meta: &mut Entries<'_>, settings: &Settings, report: &ErrorReport) {
    call_meta(meta, settings);
    let warnings = report.warnings();
    let messages = warnings.messages();
    if !messages.is_empty() {
        meta.value(name!("warnings"), &messages);
    }
    if !warnings.details().is_empty() {
        meta.value(name!("warning_details"), warnings.details());
    }
    if let Some(rate_limit) = report.raw_rate_limit() {
        meta.raw(name!("rate_limit"), rate_limit);
    }
    meta.object(name!("telemetry"), |telemetry| failure_telemetry(telemetry, settings, report));
    extra_entries(meta, report.meta(), &META);
}

/// The measurements before a failure, and the call's duration unless the error gives its own.
fn failure_telemetry(telemetry: &mut Entries<'_>, settings: &Settings, report: &ErrorReport) {
    let fields = report.telemetry();
    // Anything but a number that is not negative would break the contract.
    let given = fields.get("duration_ms").filter(|json| is_amount(*json));
    if let Some(given) = given {
        telemetry.raw(name!("duration_ms"), given);
    } else {
        telemetry.optional(name!("duration_ms"), settings.measured_ms());
    }
    extra_entries(telemetry, fields, &TELEMETRY);
}

/// Writes an author's keys, except those that the contract reserves.
fn extra_entries(entries: &mut Entries<'_>, fields: Fields<'_>, contract: &Object) {
    // Most failures have none, and a loop over all fields is not free.
    if fields.is_empty() {
        return;
    }
    fields.for_each(|key, value| {
        if !contract.has(key) {
            entries.field(key, value);
        }
    });
}

fn is_amount(json: Raw<'_>) -> bool {
    json.0.starts_with(|first: char| first.is_ascii_digit())
}
