//! The envelopes of dotbot.

use super::health::Health;
use super::issue::{Issue, is_error};
use super::{ID, Meta, Settings};
use crate::dialect::merged::{Merged, Unlimited};
use crate::dialect::now;
use crate::dialect::version::semantic_version;
use crate::error::ErrorReport;
use crate::json::{Data, Entries, constant, name};
use crate::request_id::RequestId;
use crate::time::Timestamp;

/// The envelope of data.
pub(super) fn success(envelope: &mut Entries<'_>, settings: &Settings, data: Data, meta: &Meta) {
    let Meta { warnings, errors, .. } = meta;
    tool(envelope, settings);
    envelope.value(name!("status"), &Health::of(warnings.len(), errors.len()));
    envelope.string(name!("summary"), &meta.summary);
    envelope.data(name!("data"), data);
    envelope.list(name!("warnings"), warnings.is_empty(), warnings);
    envelope.list(name!("errors"), errors.is_empty(), errors);
    let write_to = meta.write_to.as_deref().or(settings.write_to.as_deref());
    envelope.object(name!("audit"), |entries| audit(entries, settings, write_to));
    envelope.optional(name!("intent"), meta.intent.as_ref());
    if !meta.actions.is_empty() {
        envelope.value(name!("actions"), &meta.actions);
    }
}

/// The envelope of an error, which has no `write_to`.
pub(super) fn failure(envelope: &mut Entries<'_>, settings: &Settings, report: &ErrorReport) {
    tool(envelope, settings);
    envelope.constant(constant!("status": "error"));
    envelope.string(name!("summary"), report.summary());
    // A tool can send data beside its errors, but its failure has none.
    let has_data = report.is_from(ID)
        && envelope.object(name!("data"), |data| {
            report.data().for_each(|key, value| data.field(key, value));
        });
    if !has_data {
        envelope.constant(constant!("data": {}));
    }
    let [warnings, others] = [false, true].map(|are_errors| issues(report, are_errors));
    envelope.list(name!("warnings"), warnings.is_empty(), &warnings);
    envelope.list_of_one_and(name!("errors"), |entries| error(entries, report), &others);
    envelope.object(name!("audit"), |entries| audit(entries, settings, None));
}

fn tool(envelope: &mut Entries<'_>, settings: &Settings) {
    let context = &settings.context;
    envelope.constant(constant!("schema_id": "dotbot-mcp-response@1"));
    envelope.string(name!("tool"), context.tool_name());
    envelope.string(name!("version"), semantic_version(context));
}

/// An entry of `errors`.
pub(super) fn error(error: &mut Entries<'_>, report: &ErrorReport) {
    error.string(name!("code"), report.code_in(ID));
    error.string(name!("message"), report.message());
    error.optional_string(name!("path"), report.path());
    error.object(name!("details"), |details| {
        let reserved = &["remediation", "rate_limit", "telemetry", "upgrades"];
        let mut details = Merged::new(details, Unlimited, reserved);
        details.remediation(report);
        details.measurements(report);
        details.upgrades(report);
        details.fields("detail", report.details());
        if !report.is_from(ID) {
            details.fields("data", report.data());
            details.fields("meta", report.meta());
        }
    });
    if report.is_from(ID) {
        // The further keys of the error that was read.
        report.meta().for_each(|key, value| {
            if !["code", "message", "path", "details"].contains(&key) {
                error.field(key, value);
            }
        });
    }
}

/// Where, when and for whom the tool ran.
fn audit(audit: &mut Entries<'_>, settings: &Settings, write_to: Option<&str>) {
    let context = &settings.context;
    audit.value(name!("timestamp"), &Timestamp::of(now()));
    audit.number(name!("duration_ms"), context.elapsed_ms().unwrap_or_default());
    audit.string(name!("source"), &settings.source_path());
    audit.optional(name!("host"), settings.host_or_detected());
    audit.optional_string(name!("correlation_id"), context.request_id().map(RequestId::as_str));
    audit.optional_string(name!("write_to"), write_to);
}

/// The entries beside the first error: the warnings, or the further errors of a failure that was read.
fn issues(report: &ErrorReport, are_errors: bool) -> Vec<Issue> {
    let warnings = report.warnings().iter().filter(|warning| is_error(warning) == are_errors);
    warnings.map(|warning| Issue::from(&*warning)).collect()
}
