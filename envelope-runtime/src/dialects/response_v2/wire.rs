//! The envelopes of response-v2.

use envelope_contracts::response_v2::{FAILURE, META};

use super::meta::{Completed, ContentFidelity, Meta};
use super::{ID, ResponseV2, request_id};
use crate::budget::{Cut, Truncation};
use crate::dialect::data_place::Nestable;
use crate::dialect::{Call, Dialect, Entries, Format, Metadata, key};
use crate::dialects::merged::{Merged, UNLIMITED};
use crate::error::{ErrorReport, FieldValue, Fields};
use crate::metadata::{Warning, Warnings};
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
        match truncated.as_ref().or(meta.as_deref()) {
            Some(meta) => {
                let meta = Completed::new(meta, call.request_id(), self.measured_ms(call));
                envelope.value(key!("meta"), &meta);
            }
            None => {
                envelope.object(key!("meta"), |meta| {
                    write_meta(call, self.measured_ms(call), None, meta);
                });
            }
        }
    }

    fn failure(&self, call: &Call, error: &ErrorReport, envelope: &mut Entries<'_>) {
        envelope.bool(key!("success"), false);
        envelope.object(key!("data"), |data| failure_data(error, data));
        envelope.string(key!("error"), error.message());
        envelope.object(key!("meta"), |meta| {
            write_meta(call, self.measured_ms(call), Some(error), meta);
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

/// The metadata of a call, and of its failure.
fn write_meta(
    call: &Call,
    measured_ms: Option<u64>,
    error: Option<&ErrorReport>,
    meta: &mut Entries<'_>,
) {
    meta.string(key!("version"), ID);
    meta.optional_string(key!("request_id"), call.request_id().map(RequestId::as_str));
    if let Some(error) = error {
        let warnings = error.warnings();
        if !warnings.is_empty() {
            write_warnings(warnings, meta);
        }
        if let Some(rate_limit) = error.rate_limit() {
            meta.field(key!("rate_limit"), rate_limit);
        }
    }
    let fields = error.map(ErrorReport::telemetry).filter(|fields| !fields.is_empty());
    if fields.is_some() || measured_ms.is_some() {
        meta.object(key!("telemetry"), |telemetry| write_telemetry(fields, measured_ms, telemetry));
    }
    if let Some(error) = error {
        Merged::new(meta, UNLIMITED, |key| META.has(key)).fields("meta", error.meta());
    }
}

fn write_warnings(warnings: &Warnings, meta: &mut Entries<'_>) {
    let messages = warnings.messages();
    if !messages.is_empty() {
        meta.value(key!("warnings"), &messages);
    }
    if !warnings.details().is_empty() {
        meta.value(key!("warning_details"), warnings.details());
    }
}

fn write_telemetry(
    fields: Option<Fields<'_>>,
    measured_ms: Option<u64>,
    telemetry: &mut Entries<'_>,
) {
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
}

fn is_amount(value: &FieldValue<'_>) -> bool {
    value.json().starts_with(|first: char| first.is_ascii_digit())
}
