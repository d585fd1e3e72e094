//! The envelopes of Code Scalpel.

use std::borrow::Cow;

use serde::Serialize;
use serde::ser::SerializeMap;

use super::code::error_code;
use super::truncate::{Truncated, truncate};
use super::{Meta, Settings, Tier};
use crate::dialect::entries::{Entries, Object};
use crate::dialect::merged::{Merged, any_warnings, upgrades};
use crate::error::ErrorReport;
use crate::json::Data;
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
            tool_version: context.version(),
            tool_id: context.tool_name(),
            request_id: context.request_id(),
            capabilities: settings.capabilities.as_deref().unwrap_or(&CAPABILITIES),
            duration_ms: context.elapsed_ms().unwrap_or_default(),
            error,
            upgrade_hints,
            data,
        }
    }
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
pub(super) fn failure<'a>(
    settings: &'a Settings,
    report: &'a ErrorReport,
) -> impl Serialize + use<'a> {
    let error = Error {
        error: truncate(report.message()),
        error_code: error_code(report),
        error_details: Object::unless_empty(ErrorDetails(report)),
    };
    let has_data = settings.mirrors_failure || !report.data().is_empty();
    let data = has_data.then_some(Object(FailureData { settings, report }));
    Envelope::new(settings, error, upgrades(report, Truncated), data)
}

#[derive(Serialize)]
#[allow(clippy::struct_field_names, reason = "the names are the contract's")]
struct Error<'a> {
    error: Cow<'a, str>,
    error_code: &'static str,
    error_details: Option<Object<ErrorDetails<'a>>>,
}

/// What a failure says beside its code and message.
struct ErrorDetails<'a>(&'a ErrorReport);

impl Entries for ErrorDetails<'_> {
    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        let Self(report) = self;
        let reserved = &["remediation", "rate_limit", "telemetry", "warnings"];
        let mut map = Merged::new(map, Truncated, reserved);
        map.beside_details(report)?;
        map.optional("warnings", any_warnings(report, Truncated))?;
        map.fields("detail", report.details_with_path())?;
        map.fields("meta", report.meta())
    }
}

/// What the mirror adds, and what the error marks.
struct FailureData<'a> {
    settings: &'a Settings,
    report: &'a ErrorReport,
}

impl Entries for FailureData<'_> {
    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        let is_mirrored = self.settings.mirrors_failure;
        let reserved: &[_] = if is_mirrored { &["success", "error"] } else { &[] };
        let mut map = Merged::new(map, Truncated, reserved);
        if is_mirrored {
            map.entry("success", &false)?;
            map.entry("error", &truncate(self.report.message()))?;
        }
        map.fields("data", self.report.data())
    }
}
