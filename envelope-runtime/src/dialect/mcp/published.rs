//! The schema of the `CallToolResult` of MCP, for the results of every server. No optional field of it can be null.

use schemars::{Schema, json_schema};
use serde_json::{Value, json};

use super::Version;
use crate::schema::is_object;
use crate::schema::published::{TEXT, TIME, array, count, kind, object, pattern, words};

/// Base64 with the standard alphabet and padding.
const BASE64: &str = "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$";
const URI: &str = r"^[A-Za-z][A-Za-z0-9+.-]*:[^\s\x00-\x1f\x7f-\x9f]+$";

pub(super) fn contract<V: Version>() -> Schema {
    let structure = if is_object::<super::Mcp<V>>() {
        kind("object", "The tool's data.")
    } else {
        json!({"description": "The tool's data."})
    };
    let mut schema = json_schema!({
        "type": "object",
        "properties": {
            "content": array(&block(), "What the model reads."),
            "structuredContent": structure,
            "isError": kind("boolean", "Whether the tool failed."),
            "_meta": kind("object", "Metadata."),
        },
        "required": ["content", "isError"],
        "oneOf": [
            {"title": "Success", "properties": {"isError": {"const": false}}},
            {
                "title": "Failure",
                "properties": {
                    "isError": {"const": true},
                    // It is the first block, which only an open tuple could say. Ajv refuses those in strict mode.
                    "content": {"type": "array", "contains": message()},
                },
            },
        ],
    });
    if let Some(result_type) = V::RESULT_TYPE {
        let properties =
            json!({"resultType": {"const": result_type, "description": "The kind of result."}});
        schema.insert(
            "allOf".to_owned(),
            json!([{"properties": properties, "required": ["resultType"]}]),
        );
    }
    schema
}

fn message() -> Value {
    let properties =
        json!({"type": {"const": "text"}, "text": pattern(TEXT, "The message of the failure.")});
    object(properties, &["type", "text"], "The text block with the message.")
}

fn block() -> Value {
    let bytes = pattern(BASE64, "The bytes, as base64.");
    let media_type = kind("string", "The media type.");
    json!({
        "type": "object",
        "description": "A content block.",
        "properties": {
            "annotations": annotations(),
            "_meta": kind("object", "Metadata of the block."),
        },
        "oneOf": [
            {
                "properties": {"type": {"const": "text"}, "text": kind("string", "The text.")},
                "required": ["type", "text"],
            },
            {
                "properties": {"type": {"const": "image"}, "data": bytes, "mimeType": media_type},
                "required": ["type", "data", "mimeType"],
            },
            {
                "properties": {"type": {"const": "audio"}, "data": bytes, "mimeType": media_type},
                "required": ["type", "data", "mimeType"],
            },
            {
                "properties": {
                    "type": {"const": "resource_link"},
                    "uri": pattern(URI, "The URI of the resource."),
                    "name": kind("string", "The name."),
                    "title": kind("string", "The name for people."),
                    "description": kind("string", "What the resource is."),
                    "mimeType": media_type,
                    "size": count("The size, in bytes."),
                },
                "required": ["type", "uri", "name"],
            },
            {
                "properties": {"type": {"const": "resource"}, "resource": resource()},
                "required": ["type", "resource"],
            },
        ],
    })
}

fn annotations() -> Value {
    let properties = json!({
        "audience": array(&words(&["user", "assistant"], "A side of the conversation."), "Whom the block is for."),
        "priority": {"type": "number", "minimum": 0, "maximum": 1, "description": "How much the block matters."},
        "lastModified": pattern(TIME, "When the content was last modified, as an ISO 8601 time."),
    });
    object(properties, &[], "Whom a content block is for, and how much it matters.")
}

fn resource() -> Value {
    json!({
        "type": "object",
        "description": "A resource with its contents.",
        "properties": {
            "uri": pattern(URI, "The URI of the resource."),
            "mimeType": kind("string", "The media type."),
            "text": kind("string", "The contents, if they are text."),
            "blob": pattern(BASE64, "The contents as base64, if they are bytes."),
            "_meta": kind("object", "Metadata of the resource."),
        },
        "required": ["uri"],
        "oneOf": [
            {"properties": {"text": {}}, "required": ["text"]},
            {"properties": {"blob": {}}, "required": ["blob"]},
        ],
    })
}
