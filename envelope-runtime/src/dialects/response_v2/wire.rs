//! The envelopes of response-v2.

use envelope_contracts::response_v2::{FAILURE, META};

use super::meta::{ContentFidelity, Meta};
use super::{ID, ResponseV2, request_id};
use crate::budget::{Cut, Truncation};
use crate::dialect::data_place::Nestable;
use crate::dialect::{Call, Dialect, Entries, Format, Metadata, key};
use crate::dialects::merged::{Merged, UNLIMITED};
use crate::error::{ErrorReport, FieldValue, Fields};
use crate::metadata::{Warning, Warnings, unless_empty};
use crate::request_id::{IntoRequestId, RequestId};

impl Dialect for ResponseV2 {
    const ID: &'static str = ID;
    const FORMAT: Format = Format { aliases: &["v2"], ..Format::DEFAULT };

    type Root = Nestable;
    /// `None` for plain data.
    type Meta = Option<Box<Meta>>;

    fn success(&self, call: &Call, meta: &Option<Box<Meta>>, envelope: &mut Entries<'_>) {
        envelope.bool(key!("success"), true);
        envelope.data(key!("data"));
        envelope.null(key!("error"));
        let truncated = call.truncation().map(|truncation| truncated(meta.as_deref(), truncation));
        let (reply, measured_ms) = (truncated.as_ref().or(meta.as_deref()), self.measured_ms(call));
        envelope.object(key!("meta"), |meta| {
            write_call(call, meta);
            match reply {
                Some(reply) => write_reply(reply, measured_ms, meta),
                None => write_telemetry(None, measured_ms, meta),
            }
        });
    }

    fn failure(&self, call: &Call, error: &ErrorReport, envelope: &mut Entries<'_>) {
        envelope.bool(key!("success"), false);
        envelope.object(key!("data"), |data| failure_data(error, data));
        envelope.string(key!("error"), error.message());
        envelope.object(key!("meta"), |meta| {
            write_call(call, meta);
            write_failure(error, self.measured_ms(call), meta);
        });
    }

    fn is_timed(&self) -> bool {
        self.is_measured
    }

    fn resolve_request_id(id: &mut Option<RequestId>) {
        if let Some(id) = id {
            request_id::resolve(id);
        }
    }
}

#[doc(hidden)]
impl Metadata for Option<Box<Meta>> {
    fn warn(&mut self, warning: Warning) {
        self.get_or_insert_default().warnings.push_detail(warning);
    }

    fn paginate(&mut self, next_cursor: Option<&str>, total_count: Option<u64>) -> bool {
        self.get_or_insert_default().paginate(next_cursor, total_count);
        true
    }

    /// A reply with its own pagination is never cut: its cursor would skip the items that are left out.
    fn cut(&self) -> Cut {
        let has_pages = self.as_ref().is_some_and(|meta| meta.pagination.is_some());
        if has_pages { Cut::Never } else { Cut::InEnvelope }
    }

    fn request_id(&self) -> Option<RequestId> {
        self.as_ref()?.request_id.as_ref()?.into_request_id()
    }
}

/// The metadata of data that was cut.
fn truncated(meta: Option<&Meta>, truncation: &Truncation) -> Meta {
    let mut meta = meta.cloned().unwrap_or_default();
    meta.warnings.push_detail(truncation.warning());
    if meta.content_fidelity.is_none_or(|fidelity| fidelity == ContentFidelity::Full) {
        meta.content_fidelity = Some(ContentFidelity::Partial);
    }
    meta
}

fn failure_data(error: &ErrorReport, data: &mut Entries<'_>) {
    data.string(key!("error_code"), error.code_in(ID));
    data.string(key!("error_type"), error.error_type().as_str());
    data.optional_string(key!("remediation"), error.remediation());
    data.object(key!("details"), |details| failure_details(error, details));
    Merged::new(data, UNLIMITED, |key| FAILURE.has(key)).fields("data", error.data());
}

/// The details, with the parts of a failure that the contract has no key for.
fn failure_details(error: &ErrorReport, details: &mut Entries<'_>) {
    let is_reserved: fn(&str) -> bool =
        if error.upgrades().is_empty() { |_| false } else { |key| key == "upgrades" };
    let mut details = Merged::new(details, UNLIMITED, is_reserved);
    details.upgrades(error);
    details.fields("detail", error.details_with_path());
}

/// Writes the metadata of every call.
fn write_call(call: &Call, meta: &mut Entries<'_>) {
    meta.string(key!("version"), ID);
    meta.optional_string(key!("request_id"), call.request_id().map(RequestId::as_str));
}

/// Writes the metadata of a reply.
fn write_reply(reply: &Meta, measured_ms: Option<u64>, meta: &mut Entries<'_>) {
    let Meta { pagination, rate_limit, dropped_content_ids, content_archive_hashes, .. } = reply;
    write_warnings(&reply.warnings, meta);
    meta.optional_value(key!("pagination"), pagination.as_ref());
    let rate_limit = rate_limit.as_ref().filter(|state| !state.is_empty());
    meta.optional_value(key!("rate_limit"), rate_limit);
    meta.optional_value(key!("telemetry"), reply.measurements(measured_ms).as_ref());
    meta.optional_value(key!("content_fidelity"), reply.fidelity().as_ref());
    meta.optional_string(key!("content_fidelity_schema_version"), reply.fidelity_version());
    meta.optional_value(key!("dropped_content_ids"), unless_empty!(dropped_content_ids));
    meta.optional_value(key!("content_archive_hashes"), unless_empty!(content_archive_hashes));
    for (key, value) in reply.extras() {
        meta.value(key.as_str(), value);
    }
}

/// Writes the metadata of a failure.
fn write_failure(error: &ErrorReport, measured_ms: Option<u64>, meta: &mut Entries<'_>) {
    write_warnings(error.warnings(), meta);
    if let Some(rate_limit) = error.rate_limit() {
        meta.field(key!("rate_limit"), rate_limit);
    }
    write_telemetry(Some(error.telemetry()), measured_ms, meta);
    Merged::new(meta, UNLIMITED, |key| META.has(key)).fields("meta", error.meta());
}

fn write_warnings(warnings: &Warnings, meta: &mut Entries<'_>) {
    if warnings.is_empty() {
        return;
    }
    let messages = warnings.messages();
    if !messages.is_empty() {
        meta.value(key!("warnings"), &messages);
    }
    if !warnings.details().is_empty() {
        meta.value(key!("warning_details"), warnings.details());
    }
}

fn write_telemetry(fields: Option<Fields<'_>>, measured_ms: Option<u64>, meta: &mut Entries<'_>) {
    let fields = fields.filter(|fields| !fields.is_empty());
    if fields.is_none() && measured_ms.is_none() {
        return;
    }
    meta.object(key!("telemetry"), |telemetry| {
        // The contract allows only numbers that are not negative.
        let given = fields.and_then(|fields| fields.get("duration_ms")).filter(is_amount);
        match (given, measured_ms) {
            (Some(given), _) => telemetry.field(key!("duration_ms"), given),
            (None, Some(measured)) => telemetry.number(key!("duration_ms"), measured),
            (None, None) => {}
        }
        if let Some(fields) = fields {
            telemetry.fields(fields, &["duration_ms"]);
        }
    });
}

fn is_amount(value: &FieldValue<'_>) -> bool {
    value.json().starts_with(|first: char| first.is_ascii_digit())
}
