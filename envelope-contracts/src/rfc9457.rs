//! `rfc9457`: problem details for HTTP APIs.

use crate::Kind::{Bool, Count, Facts, Format, List, String, Words};
use crate::Presence::{NotNull, Own};
use crate::error_types::ERROR_TYPE_NAMES;
use crate::{Contract, Form, Object, Setting, format, key};

/// The contract.
pub static CONTRACT: Contract = Contract {
    settings: &[
        Setting::new("types", Form::Formatted(&format::URI_REFERENCE, "https://example.com/problems/")),
        Setting::new("instance", Form::Formatted(&format::URI_REFERENCE, "/orders/7")),
        Setting::new("request_id", Form::RequestId),
    ],
    marks: &[&["type", "title", "status", "detail"]],
    is_success_plain: true,
    ..Contract::new("rfc9457", &["rfc9457", "Rfc9457"], &PROBLEM)
};

/// The media type of a problem.
pub const MEDIA_TYPE: &str = "application/problem+json";

/// The `type` of a problem that means no more than its HTTP status.
pub const BLANK: &str = "about:blank";

/// The lowest status of HTTP.
pub const MIN_STATUS: f64 = 100.0;

/// The highest status of HTTP.
pub const MAX_STATUS: f64 = 599.0;

static PROBLEM: Object = Object::new("", "Section 3.1", "The problem details of a failure.", &[
    key("type", NotNull, Format(&format::URI_REFERENCE), "The kind of problem. Without it, it is `about:blank`.")
        .in_section("Section 3.1.1")
        .always(),
    key("title", NotNull, String, "The kind of problem in a few words.").in_section("Section 3.1.3").always(),
    key("status", NotNull, Count, "The HTTP status.").in_section("Section 3.1.2").always(),
    key("detail", NotNull, String, "The message.").in_section("Section 3.1.4").always(),
    key("instance", NotNull, Format(&format::URI_REFERENCE), "This occurrence of the problem.").in_section("Section 3.1.5"),
    key("code", Own, Format(&format::CODE), "The code of the error."),
    key("category", Own, Words(ERROR_TYPE_NAMES), "The error type."),
    key("retryable", Own, Bool, "Whether the same call can succeed later. Absent if it depends on the state, or is unknown."),
    key("retry_after", Own, Count, "The seconds to wait before a retry."),
    key("remediation", Own, String, "How the caller can solve the problem."),
    key("details", Own, Facts, "Facts about the error."),
    key("request_id", Own, String, "The id that connects the problem to logs and traces."),
    key("warnings", Own, List(&Facts), "Problems that did not make the call fail."),
    key("rate_limit", Own, Facts, "The state of a rate limit."),
    key("telemetry", Own, Facts, "Measurements of the call."),
    key("upgrades", Own, List(&Facts), "The features that a higher tier has."),
    key("meta", Own, Facts, "Further metadata."),
]);
