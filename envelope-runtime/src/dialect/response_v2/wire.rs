//! The envelopes of response-v2.

use envelope_contracts::format::is_request_id_byte;
use envelope_contracts::response_v2::{FAILURE, META, TELEMETRY};

use super::meta::{Completed, Meta};
use super::{ID, ResponseV2};
use crate::dialect::{Call, Dialect, Entries, Object, key};
use crate::error::{ErrorReport, FieldValue};
use crate::request_id::{IntoRequestId, RequestId};
use crate::text::all_bytes;

impl Dialect for ResponseV2 {
    const ID: &'static str = ID;
    const ALIASES: &'static [&'static str] = &["v2"];

    type Root = Object;
    /// `None` for plain data.
    type Meta = Option<Box<Meta>>;

    fn success(&self, call: &Call, meta: &Option<Box<Meta>>, envelope: &mut Entries<'_>) {
        envelope.bool(key!("success"), true);
        envelope.data(key!("data"));
        envelope.null(key!("error"));
        match meta.as_deref() {
            Some(meta) => {
                let (request_id, measured_ms) = (call.request_id(), self.measured_ms(call));
                envelope.value(key!("meta"), &Completed { meta, request_id, measured_ms });
            }
            None => {
                envelope.object(key!("meta"), |meta| {
                    call_meta(call, meta);
                    meta.object(key!("telemetry"), |telemetry| {
                        if let Some(measured_ms) = self.measured_ms(call) {
                            telemetry.number(key!("duration_ms"), measured_ms);
                        }
                    });
                });
            }
        }
    }

    fn failure(&self, call: &Call, error: &ErrorReport, envelope: &mut Entries<'_>) {
        let measured_ms = self.measured_ms(call);
        envelope.bool(key!("success"), false);
        envelope.object(key!("data"), |data| failure_data(error, data));
        envelope.string(key!("error"), error.message());
        envelope.object(key!("meta"), |meta| failure_meta(call, measured_ms, error, meta));
    }

    fn is_timed(&self) -> bool {
        self.is_measured
    }

    fn reply_request_id(meta: &Option<Box<Meta>>) -> Option<RequestId> {
        meta.as_ref()?.request_id.as_ref()?.into_request_id()
    }

    fn resolve_request_id(id: &mut Option<RequestId>) {
        if let Some(id) = id
            && !all_bytes(id.as_str(), is_request_id_byte)
        {
            let allowed = |c: char| u8::try_from(c).is_ok_and(is_request_id_byte);
            let id_chars = id.as_str().chars();
            *id = RequestId::new(
                id_chars.map(|c| if allowed(c) { c } else { '_' }).collect::<String>(),
            );
        }
    }
}

/// The metadata of every call.
fn call_meta(call: &Call, meta: &mut Entries<'_>) {
    meta.string(key!("version"), ID);
    meta.optional_string(key!("request_id"), call.request_id().map(RequestId::as_str));
}

fn failure_data(error: &ErrorReport, data: &mut Entries<'_>) {
    data.string(key!("error_code"), error.code_in(ID));
    data.string(key!("error_type"), error.error_type().as_str());
    data.optional_string(key!("remediation"), error.remediation());
    data.object(key!("details"), |details| details.fields(error.details_with_path(), &[]));
    if !error.upgrades().is_empty() {
        data.list(key!("upgrades"), |list| {
            for hint in error.upgrades().iter() {
                list.field(hint);
            }
        });
    }
    data.fields_beside(&FAILURE, error.data());
}

fn failure_meta(
    call: &Call,
    measured_ms: Option<u64>,
    error: &ErrorReport,
    meta: &mut Entries<'_>,
) {
    call_meta(call, meta);
    let warnings = error.warnings();
    let messages = warnings.messages();
    if !messages.is_empty() {
        meta.value(key!("warnings"), &messages);
    }
    if !warnings.details().is_empty() {
        meta.value(key!("warning_details"), warnings.details());
    }
    if let Some(rate_limit) = error.rate_limit() {
        meta.field(key!("rate_limit"), rate_limit);
    }
    meta.object(key!("telemetry"), |telemetry| failure_telemetry(measured_ms, error, telemetry));
    meta.fields_beside(&META, error.meta());
}

/// The measurements before a failure, and the call's duration unless the error gives its own.
fn failure_telemetry(measured_ms: Option<u64>, error: &ErrorReport, telemetry: &mut Entries<'_>) {
    let fields = error.telemetry();
    // Anything but a number that is not negative would break the contract.
    match (fields.get("duration_ms").filter(is_amount), measured_ms) {
        (Some(given), _) => telemetry.field(key!("duration_ms"), given),
        (None, Some(measured)) => telemetry.number(key!("duration_ms"), measured),
        (None, None) => {}
    }
    telemetry.fields_beside(&TELEMETRY, fields);
}

fn is_amount(value: &FieldValue<'_>) -> bool {
    value.json().starts_with(|first: char| first.is_ascii_digit())
}
