//! The schema of the contract response-v2, for the envelopes of every server.

use schemars::{Schema, json_schema};
use serde_json::{Value, json};

use super::ID;
use super::check::TYPED_CODES;
use crate::error::ErrorType;
use crate::schema::published::{
    CODE, TEXT, TIME, amount, array, count, kind, object, or_null, pattern, words,
};

pub(super) fn contract() -> Schema {
    json_schema!({
        "type": "object",
        "properties": {
            "success": kind("boolean", "Whether the tool succeeded."),
            "data": kind("object", "The tool's data, or what is known of its error."),
            "error": {"type": ["string", "null"], "description": "The message of a failure."},
            "meta": meta(),
        },
        "required": ["success", "data", "error", "meta"],
        "oneOf": [
            {
                "title": "Success",
                "properties": {"success": {"const": true}, "error": {"type": "null"}},
            },
            {
                "title": "Failure",
                "properties": {
                    "success": {"const": false},
                    "data": failure(),
                    "error": {"type": "string", "pattern": TEXT},
                },
            },
        ],
    })
}

fn failure() -> Value {
    let error_types = ErrorType::ALL.map(ErrorType::as_str);
    json!({
        "type": "object",
        "properties": {
            "error_code": or_null(pattern(CODE, "The code of the error.")),
            "error_type": or_null(words(&error_types, "The category of the error.")),
            "remediation": or_null(kind("string", "What the caller can do about it.")),
            "details": or_null(kind("object", "Facts about the error.")),
        },
        "allOf": ErrorType::ALL.map(type_of_codes),
    })
}

/// A standard code has the `error_type` of its row.
fn type_of_codes(error_type: ErrorType) -> Value {
    let codes = TYPED_CODES.iter().filter(|code| code.error_type() == error_type);
    let codes: Vec<_> = codes.map(|code| code.as_str()).collect();
    json!({
        "if": {"properties": {"error_code": {"enum": codes}}, "required": ["error_code"]},
        "then": {"properties": {"error_type": {"enum": [error_type.as_str(), null]}}},
    })
}

fn meta() -> Value {
    let strings = |description| or_null(array(&json!({"type": "string"}), description));
    let hashes = json!({
        "type": "object",
        "additionalProperties": {"type": "string"},
        "description": "Hashes of archived content, by archive id.",
    });
    let fidelities = ["full", "partial", "summary", "reference_only"];
    let properties = json!({
        "version": {"const": ID, "description": "The contract."},
        "request_id": or_null(pattern(
            "^[A-Za-z0-9_-]+$",
            "The id that connects the envelope to logs and traces.",
        )),
        "warnings": strings("What went wrong without making the call fail."),
        "warning_details": or_null(array(&warning(), "The same with code, severity and context.")),
        "pagination": or_null(pagination()),
        "rate_limit": or_null(rate_limit()),
        "telemetry": or_null(object(
            json!({"duration_ms": or_null(amount("The duration of the call, in milliseconds."))}),
            &[],
            "Measurements of the call.",
        )),
        "content_fidelity": or_null(words(&fidelities, "How complete the data is.")),
        "content_fidelity_schema_version": or_null(words(&["1.0"], "The version of the content keys.")),
        "dropped_content_ids": strings("Ids of content that was left out."),
        "content_archive_hashes": or_null(hashes),
    });
    object(properties, &["version"], "Metadata.")
}

fn warning() -> Value {
    let properties = json!({
        "code": or_null(kind("string", "What the warning is about, such as `STALE_CACHE`.")),
        "severity": or_null(words(&["info", "warning", "error"], "How much the warning matters.")),
        "message": kind("string", "The message."),
        "context": or_null(kind("object", "Facts about the warning.")),
    });
    object(properties, &["message"], "A warning with more than its message.")
}

fn pagination() -> Value {
    let properties = json!({
        "cursor": or_null(kind("string", "What a client sends to get the next page.")),
        "has_more": kind("boolean", "Whether there is a next page."),
        "total_count": or_null(count("How many items there are on all pages.")),
        "page_size": or_null(count("How many items a page has.")),
    });
    object(properties, &["has_more"], "The page that the data is.")
}

fn rate_limit() -> Value {
    let properties = json!({
        "limit": or_null(count("How many requests the client may make in a period.")),
        "remaining": or_null(count("How many requests are left in this period.")),
        "reset_at": or_null(pattern(TIME, "When the period ends, as an ISO 8601 time.")),
        "retry_after": or_null(amount("How long to wait before the next request, in seconds.")),
    });
    object(properties, &[], "The state of a rate limit.")
}
