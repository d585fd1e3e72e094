//! The envelopes of response-v2.

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::meta::{Meta, Telemetry, Version};
use super::{ID, Settings};
use crate::dialect::merged::{LimitedUpgrades, Unlimited};
use crate::error::{ErrorReport, Fields};
use crate::json::{Data, Key, Raw};
use crate::request_id::RequestId;

/// The keys of a failure's `data` that have a meaning in the contract.
const RESERVED_DATA: [&str; 5] = envelope_macros::__list!("response-v2", reserved_data);

#[derive(Serialize)]
#[allow(clippy::struct_field_names, reason = "the names are the contract's")]
pub(super) struct Success<'a> {
    success: bool,
    data: Data,
    error: (),
    meta: SuccessMeta<'a>,
}

impl<'a> Success<'a> {
    pub(super) fn new(settings: &'a Settings, data: Data, meta: Option<&'a Meta>) -> Self {
        let meta = match meta {
            Some(meta) => SuccessMeta::OfReply(meta),
            None => SuccessMeta::Plain(PlainMeta {
                version: Version,
                request_id: settings.context.request_id(),
                telemetry: settings.measured_ms().map(|duration_ms| Measured { duration_ms }),
            }),
        };
        Self { success: true, data, error: (), meta }
    }
}

#[derive(Serialize)]
#[serde(untagged)]
enum SuccessMeta<'a> {
    Plain(PlainMeta<'a>),
    OfReply(&'a Meta),
}

/// The metadata of plain data.
#[derive(Serialize)]
struct PlainMeta<'a> {
    version: Version,
    #[serde(skip_serializing_if = "Option::is_none")]
    request_id: Option<&'a RequestId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    telemetry: Option<Measured>,
}

#[derive(Serialize)]
struct Measured {
    duration_ms: u64,
}

#[derive(Serialize)]
pub(super) struct Failure<'a> {
    success: bool,
    data: FailureData<'a>,
    error: &'a str,
    meta: FailureMeta<'a>,
}

impl<'a> Failure<'a> {
    pub(super) fn new(settings: &'a Settings, report: &'a ErrorReport) -> Self {
        Self {
            success: false,
            data: FailureData(report),
            error: report.message(),
            meta: FailureMeta { settings, report },
        }
    }
}

struct FailureData<'a>(&'a ErrorReport);

impl Serialize for FailureData<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(report) = self;
        let mut data = serializer.serialize_map(None)?;
        data.serialize_entry(&Key("error_code"), report.code_in(ID))?;
        data.serialize_entry(&Key("error_type"), report.error_type().as_str())?;
        if let Some(remediation) = report.remediation() {
            data.serialize_entry(&Key("remediation"), remediation)?;
        }
        let details = report.details_with_path();
        if !details.is_empty() {
            data.serialize_entry(&Key("details"), &Details(details))?;
        }
        if let Some(upgrades) = LimitedUpgrades::unless_empty(report, Unlimited) {
            data.serialize_entry(&Key("upgrades"), &upgrades)?;
        }
        extra_entries(&mut data, report.data(), &RESERVED_DATA)?;
        data.end()
    }
}

struct Details<'a>(Fields<'a>);

impl Serialize for Details<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut details = serializer.serialize_map(None)?;
        extra_entries(&mut details, self.0, &[])?;
        details.end()
    }
}

struct FailureMeta<'a> {
    settings: &'a Settings,
    report: &'a ErrorReport,
}

impl Serialize for FailureMeta<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { settings, report } = self;
        let mut meta = serializer.serialize_map(None)?;
        meta.serialize_entry(&Key("version"), ID)?;
        if let Some(request_id) = settings.context.request_id() {
            meta.serialize_entry(&Key("request_id"), request_id)?;
        }
        let warnings = report.warnings();
        if !warnings.messages().is_empty() {
            meta.serialize_entry(&Key("warnings"), warnings.messages())?;
        }
        if !warnings.details().is_empty() {
            meta.serialize_entry(&Key("warning_details"), warnings.details())?;
        }
        if let Some(rate_limit) = report.raw_rate_limit() {
            meta.serialize_entry(&Key("rate_limit"), &rate_limit)?;
        }
        if let Some(telemetry) = FailureTelemetry::new(settings, report) {
            meta.serialize_entry(&Key("telemetry"), &telemetry)?;
        }
        extra_entries(&mut meta, report.meta(), &Meta::RESERVED)?;
        meta.end()
    }
}

/// The measurements before a failure, and the call's duration unless the error gives its own.
struct FailureTelemetry<'a> {
    given_ms: Option<Raw<'a>>,
    measured_ms: Option<u64>,
    fields: Fields<'a>,
}

impl<'a> FailureTelemetry<'a> {
    fn new(settings: &Settings, report: &'a ErrorReport) -> Option<Self> {
        let fields = report.telemetry();
        let mut given = fields.iter().filter(|(key, _)| *key == "duration_ms");
        // Anything but a number would break the contract.
        let given_ms =
            given.next().map(|(_, value)| value.as_raw()).filter(|json| is_number(json.0));
        let measured_ms = settings.measured_ms();
        let is_empty = given_ms.is_none()
            && measured_ms.is_none()
            && fields.iter().all(|(key, _)| Telemetry::RESERVED.contains(&key));
        (!is_empty).then_some(Self { given_ms, measured_ms, fields })
    }
}

impl Serialize for FailureTelemetry<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut telemetry = serializer.serialize_map(None)?;
        match (self.given_ms, self.measured_ms) {
            (Some(given), _) => telemetry.serialize_entry(&Key("duration_ms"), &given)?,
            (None, Some(measured)) => telemetry.serialize_entry(&Key("duration_ms"), &measured)?,
            (None, None) => {}
        }
        extra_entries(&mut telemetry, self.fields, &Telemetry::RESERVED)?;
        telemetry.end()
    }
}

/// Writes an author's keys, except those that the contract reserves.
fn extra_entries<M: SerializeMap>(
    map: &mut M,
    fields: Fields<'_>,
    reserved: &[&str],
) -> Result<(), M::Error> {
    let mut extra = fields.iter().filter(|(key, _)| !reserved.contains(key));
    extra.try_for_each(|(key, value)| map.serialize_entry(key, &value.as_raw()))
}

fn is_number(json: &str) -> bool {
    json.starts_with(|first: char| first == '-' || first.is_ascii_digit())
}
