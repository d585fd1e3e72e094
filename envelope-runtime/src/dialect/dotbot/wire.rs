//! The envelopes of dotbot.

use std::borrow::Cow;

use serde::Serialize;
use serde::ser::Serializer;

use super::health::Health;
use super::host::Host;
use super::issue::Issue;
use super::next::{Action, Intent};
use super::{ID, Meta, Settings};
use crate::dialect::merged::{Merged, Unlimited};
use crate::dialect::now;
use crate::dialect::version::semantic_version;
use crate::error::ErrorReport;
use crate::json::{Data, Entries, Raw, name};
use crate::metadata::Warnings;
use crate::request_id::RequestId;
use crate::time::Timestamp;

#[derive(Serialize)]
struct Envelope<'a, D, W, E> {
    schema_id: &'static str,
    tool: &'a str,
    version: &'a str,
    status: Health,
    summary: &'a str,
    data: D,
    warnings: W,
    errors: E,
    audit: Audit<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    intent: Option<&'a Intent>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    actions: &'a [Action],
}

/// The envelope of data.
pub(super) fn success<'a>(
    settings: &'a Settings,
    data: Data,
    meta: &'a Meta,
    now: Timestamp,
) -> impl Serialize + use<'a> {
    Envelope {
        schema_id: ID,
        tool: settings.context.tool_name(),
        version: semantic_version(&settings.context),
        status: Health::of(meta.warnings.len(), meta.errors.len()),
        summary: &meta.summary,
        data,
        warnings: &meta.warnings,
        errors: &meta.errors,
        audit: Audit::new(settings, now, meta.write_to.as_deref().or(settings.write_to.as_deref())),
        intent: meta.intent.as_ref(),
        actions: &meta.actions,
    }
}

/// The envelope of an error, which has no `write_to`.
pub(super) fn failure(envelope: &mut Entries<'_>, settings: &Settings, report: &ErrorReport) {
    let context = &settings.context;
    envelope.string(name!("schema_id"), ID);
    envelope.string(name!("tool"), context.tool_name());
    envelope.string(name!("version"), semantic_version(context));
    envelope.raw(name!("status"), Raw("\"error\""));
    envelope.string(name!("summary"), report.summary());
    envelope.raw(name!("data"), Raw("{}"));
    let warnings = report.warnings();
    envelope.list(name!("warnings"), warnings.is_empty(), &FailureWarnings(warnings));
    envelope.list_of_one(name!("errors"), |entries| error(entries, report));
    envelope.value(name!("audit"), &Audit::new(settings, Timestamp::of(now()), None));
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
        details.fields("data", report.data());
        details.fields("meta", report.meta());
    });
}

#[derive(Serialize)]
struct Audit<'a> {
    timestamp: Timestamp,
    duration_ms: u64,
    source: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    host: Option<Host>,
    #[serde(skip_serializing_if = "Option::is_none")]
    correlation_id: Option<&'a RequestId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    write_to: Option<&'a str>,
}

impl<'a> Audit<'a> {
    fn new(settings: &'a Settings, now: Timestamp, write_to: Option<&'a str>) -> Self {
        Self {
            timestamp: now,
            duration_ms: settings.context.elapsed_ms().unwrap_or_default(),
            source: settings.source_path(),
            host: settings.host_or_detected(),
            correlation_id: settings.context.request_id(),
            write_to,
        }
    }
}

struct FailureWarnings<'a>(&'a Warnings);

impl Serialize for FailureWarnings<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|warning| Issue::from(&*warning)))
    }
}
