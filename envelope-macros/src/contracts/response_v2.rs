//! `response-v2`.

use super::{Dialect, Form, Setting};

pub(super) const RESPONSE_V2: Dialect = Dialect {
    reserved_keys: &["error_code", "error_type"],
    reserved_data: &["error_code", "error_type", "remediation", "details", "upgrades"],
    reserved_meta: &[
        "version",
        "request_id",
        "warnings",
        "warning_details",
        "pagination",
        "rate_limit",
        "telemetry",
        "content_fidelity",
        "content_fidelity_schema_version",
        "dropped_content_ids",
        "content_archive_hashes",
    ],
    ..Dialect::new(
        "response-v2",
        &["response_v2", "ResponseV2"],
        &[Setting::new("request_id", Form::RequestId), Setting::new("telemetry", Form::Flag)],
    )
};
