//! The envelopes of dotbot.

use std::borrow::Cow;

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::health::Health;
use super::host::Host;
use super::issue::Issue;
use super::next::{Action, Intent};
use super::timestamp::Timestamp;
use super::{ID, Meta, Settings};
use crate::dialect::entries::{Entries, Object};
use crate::dialect::merged::{Merged, Unlimited, any_upgrades};
use crate::error::ErrorReport;
use crate::json::Data;
use crate::metadata::Warnings;
use crate::request_id::RequestId;

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
        version: settings.context.version(),
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
pub(super) fn failure<'a>(
    settings: &'a Settings,
    report: &'a ErrorReport,
    now: Timestamp,
) -> impl Serialize + use<'a> {
    Envelope {
        schema_id: ID,
        tool: settings.context.tool_name(),
        version: settings.context.version(),
        status: Health::Error,
        summary: report.summary(),
        data: Nothing {},
        warnings: FailureWarnings(report.warnings()),
        errors: [FailureIssue::new(report)],
        audit: Audit::new(settings, now, None),
        intent: None,
        actions: &[],
    }
}

#[derive(Serialize)]
struct Nothing {}

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

/// The one error of a failure.
#[derive(Serialize)]
struct FailureIssue<'a> {
    code: &'a str,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    details: Option<Object<Details<'a>>>,
}

impl<'a> FailureIssue<'a> {
    fn new(report: &'a ErrorReport) -> Self {
        Self {
            code: report.code_in(ID),
            message: report.message(),
            path: report.path(),
            details: Object::unless_empty(Details(report)),
        }
    }
}

/// What a failure says beside its code, message and path.
struct Details<'a>(&'a ErrorReport);

impl Entries for Details<'_> {
    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        let Self(report) = self;
        let reserved = &["remediation", "rate_limit", "telemetry", "upgrades"];
        let mut map = Merged::new(map, Unlimited, reserved);
        map.beside_details(report)?;
        map.optional("upgrades", any_upgrades(report, Unlimited))?;
        map.fields("detail", report.details())?;
        map.fields("data", report.data())?;
        map.fields("meta", report.meta())
    }
}
