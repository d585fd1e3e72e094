//! The envelopes of response-v2.

use serde::Serialize;
use serde::ser::SerializeMap;

use super::meta::{Meta, Telemetry, Version};
use super::{ID, Settings};
use crate::dialect::entries::{Entries, Object};
use crate::dialect::merged::{Unlimited, any_upgrades};
use crate::error::{ErrorReport, Fields};
use crate::json::{Data, Key};
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
    data: Object<FailureData<'a>>,
    error: &'a str,
    meta: Object<FailureMeta<'a>>,
}

impl<'a> Failure<'a> {
    pub(super) fn new(settings: &'a Settings, report: &'a ErrorReport) -> Self {
        Self {
            success: false,
            data: Object(FailureData(report)),
            error: report.message(),
            meta: Object(FailureMeta { settings, report }),
        }
    }
}

struct FailureData<'a>(&'a ErrorReport);

impl Entries for FailureData<'_> {
    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        let Self(report) = self;
        map.serialize_entry(&Key("error_code"), report.code_in(ID))?;
        map.serialize_entry(&Key("error_type"), report.error_type().as_str())?;
        if let Some(remediation) = report.remediation() {
            map.serialize_entry(&Key("remediation"), remediation)?;
        }
        let details = report.details_with_path();
        if !details.is_empty() {
            map.serialize_entry(&Key("details"), &Object(Details(details)))?;
        }
        if let Some(upgrades) = any_upgrades(report, Unlimited) {
            map.serialize_entry(&Key("upgrades"), &upgrades)?;
        }
        extra_entries(map, report.data(), &RESERVED_DATA)
    }
}

struct Details<'a>(Fields<'a>);

impl Entries for Details<'_> {
    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        extra_entries(map, self.0, &[])
    }
}

struct FailureMeta<'a> {
    settings: &'a Settings,
    report: &'a ErrorReport,
}

impl Entries for FailureMeta<'_> {
    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        let Self { settings, report } = self;
        map.serialize_entry(&Key("version"), ID)?;
        if let Some(request_id) = settings.context.request_id() {
            map.serialize_entry(&Key("request_id"), request_id)?;
        }
        let warnings = report.warnings();
        if !warnings.messages().is_empty() {
            map.serialize_entry(&Key("warnings"), warnings.messages())?;
        }
        if !warnings.details().is_empty() {
            map.serialize_entry(&Key("warning_details"), warnings.details())?;
        }
        if let Some(rate_limit) = report.raw_rate_limit() {
            map.serialize_entry(&Key("rate_limit"), &rate_limit)?;
        }
        if let Some(telemetry) = Object::unless_empty(FailureTelemetry { settings, report }) {
            map.serialize_entry(&Key("telemetry"), &telemetry)?;
        }
        extra_entries(map, report.meta(), &Meta::RESERVED)
    }
}

/// The measurements before a failure, and the call's duration unless the error gives its own.
struct FailureTelemetry<'a> {
    settings: &'a Settings,
    report: &'a ErrorReport,
}

impl Entries for FailureTelemetry<'_> {
    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        let fields = self.report.telemetry();
        // Anything but a number would break the contract.
        let given = fields.get("duration_ms").filter(|json| is_number(json.0));
        if let Some(given) = given {
            map.serialize_entry(&Key("duration_ms"), &given)?;
        } else if let Some(measured) = self.settings.measured_ms() {
            map.serialize_entry(&Key("duration_ms"), &measured)?;
        }
        extra_entries(map, fields, &Telemetry::RESERVED)
    }
}

/// Writes an author's keys, except those that the contract reserves.
fn extra_entries<M: SerializeMap>(
    map: &mut M,
    fields: Fields<'_>,
    reserved: &[&str],
) -> Result<(), M::Error> {
    // Most failures have none, and an empty iterator is not free.
    if fields.is_empty() {
        return Ok(());
    }
    fields.try_for_each(|key, value| {
        if reserved.contains(&key) { Ok(()) } else { map.serialize_entry(&Key(key), &value) }
    })
}

fn is_number(json: &str) -> bool {
    json.starts_with(|first: char| first == '-' || first.is_ascii_digit())
}
