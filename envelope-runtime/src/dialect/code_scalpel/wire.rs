//! The envelopes of Code Scalpel.

use std::borrow::Cow;

use serde::Serialize;

use super::code::error_code;
use super::truncate::{Truncated, truncate};
use super::{Meta, Settings, Tier};
use crate::dialect::merged::{Merged, upgrades};
use crate::dialect::version::semantic_version;
use crate::error::ErrorReport;
use crate::json::{Data, Entries, Raw, name};
use crate::request_id::RequestId;

/// What an invocation supports if the tool does not say.
const CAPABILITIES: [Cow<'static, str>; 1] = [Cow::Borrowed("envelope-v1")];

#[derive(Serialize)]
struct Envelope<'a, E, H, D> {
    tier: Tier,
    tool_version: &'a str,
    tool_id: &'a str,
    request_id: Option<&'a RequestId>,
    capabilities: &'a [Cow<'static, str>],
    duration_ms: u64,
    error: E,
    upgrade_hints: H,
    data: D,
}

impl<'a, E, H, D> Envelope<'a, E, H, D> {
    fn new(settings: &'a Settings, error: E, upgrade_hints: H, data: D) -> Self {
        let context = &settings.context;
        Self {
            tier: settings.tier,
            tool_version: semantic_version(context),
            tool_id: context.tool_name(),
            request_id: context.request_id(),
            capabilities: capabilities(settings),
            duration_ms: context.elapsed_ms().unwrap_or_default(),
            error,
            upgrade_hints,
            data,
        }
    }
}

fn capabilities(settings: &Settings) -> &[Cow<'static, str>] {
    settings.capabilities.as_deref().unwrap_or(&CAPABILITIES)
}

/// The envelope of data.
pub(super) fn success<'a>(
    settings: &'a Settings,
    data: Data,
    meta: &'a Meta,
) -> impl Serialize + use<'a> {
    Envelope::new(settings, (), &meta.upgrade_hints, data)
}

/// The envelope of an error.
pub(super) fn failure(envelope: &mut Entries<'_>, settings: &Settings, report: &ErrorReport) {
    let context = &settings.context;
    envelope.string(name!("tier"), settings.tier.as_str());
    envelope.string(name!("tool_version"), semantic_version(context));
    envelope.string(name!("tool_id"), context.tool_name());
    envelope.optional_string(name!("request_id"), context.request_id().map(RequestId::as_str));
    envelope.value(name!("capabilities"), capabilities(settings));
    envelope.number(name!("duration_ms"), context.elapsed_ms().unwrap_or_default());
    envelope.object(name!("error"), |entries| error(entries, report));
    let is_empty = report.upgrades().is_empty();
    envelope.list(name!("upgrade_hints"), is_empty, &upgrades(report, Truncated));
    if !envelope.object(name!("data"), |data| failure_data(data, settings, report)) {
        envelope.null(name!("data"));
    }
}

fn error(error: &mut Entries<'_>, report: &ErrorReport) {
    error.string(name!("error"), &truncate(report.message()));
    error.string(name!("error_code"), error_code(report));
    if !error.object(name!("error_details"), |details| error_details(details, report)) {
        error.null(name!("error_details"));
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
        data.raw(name!("success"), Raw("false"));
        data.string(name!("error"), &truncate(report.message()));
    }
    let reserved: &[_] = if is_mirrored { &["success", "error"] } else { &[] };
    Merged::new(data, Truncated, reserved).fields("data", report.data());
}
