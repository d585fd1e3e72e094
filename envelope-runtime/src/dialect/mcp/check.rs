//! The rules of MCP, for both versions. Where the contract's document is a sketch, they are those of the protocol's schema.

use super::read::{MARKS_2025_11_25, MARKS_2026_07_28};
use super::{V_2026_07_28, Version};
use crate::contract::check::shape::{
    array, base64, boolean, count, object, string, text, time, uri,
};
use crate::contract::check::{
    Field, Node, Report, Rule, Rulebook, must, not_null, required, should,
};
use crate::json::Document;

const CONTENT: &str = "Field Definitions, `content`";
const STRUCTURE: &str = "Field Definitions, `structuredContent`";
const IS_ERROR: &str = "Field Definitions, `isError`";
const RESULT: &str = "Schema, `CallToolResult`";
const BLOCK: &str = "Schema, `ContentBlock`";
const ANNOTATIONS: &str = "Schema, `Annotations`";
const RESOURCE: &str = "Schema, `EmbeddedResource`";

pub(crate) static RULEBOOK_2025_11_25: Rulebook = Rulebook {
    marks: &MARKS_2025_11_25,
    fields: &FIELDS_2025_11_25,
    rules: &RULES,
    check: |result, report| {
        report.fields(result, &STRUCTURE_FIELDS);
        check(result, report);
    },
};

pub(crate) static RULEBOOK_2026_07_28: Rulebook = Rulebook {
    marks: &MARKS_2026_07_28,
    fields: &FIELDS_2026_07_28,
    rules: &RULES,
    check: |result, report| {
        report.fields(result, &TYPE_FIELDS);
        check(result, report);
    },
};

static FIELDS_2025_11_25: [&[Field]; 9] = with(&STRUCTURE_FIELDS);
static FIELDS_2026_07_28: [&[Field]; 9] = with(&TYPE_FIELDS);

/// The tables of a version, of which one is its own.
const fn with(own: &'static [Field]) -> [&'static [Field]; 9] {
    [
        &RESULT_FIELDS,
        own,
        &BLOCK_FIELDS,
        &TEXT_FIELDS,
        &MEDIA_FIELDS,
        &LINK_FIELDS,
        &EMBEDDED_FIELDS,
        &RESOURCE_FIELDS,
        &ANNOTATIONS_FIELDS,
    ]
}

#[rustfmt::skip]
static RESULT_FIELDS: [Field; 3] = [
    required("content", array, "content", "`content` is an array", CONTENT),
    required("isError", boolean, "is-error", "`isError` is a boolean", IS_ERROR),
    not_null("_meta", object, "meta", "`_meta` is an object", RESULT),
];

/// In the version 2025-11-25.
#[rustfmt::skip]
static STRUCTURE_FIELDS: [Field; 1] = [
    not_null("structuredContent", object, "structured-content", "`structuredContent` is an object", STRUCTURE),
];

/// In the version 2026-07-28.
#[rustfmt::skip]
static TYPE_FIELDS: [Field; 1] = [
    required("resultType", is_result_type, "result-type", "`resultType` is `complete`", RESULT),
];

#[rustfmt::skip]
static BLOCK_FIELDS: [Field; 3] = [
    required("type", is_block_type, "block-type", "`type` is `text`, `image`, `audio`, `resource_link` or `resource`", BLOCK),
    not_null("annotations", object, "annotations", "`annotations` is an object", BLOCK),
    not_null("_meta", object, "block-meta", "`_meta` of a content block is an object", BLOCK),
];

#[rustfmt::skip]
static TEXT_FIELDS: [Field; 1] = [
    required("text", string, "text", "`text` of a `text` block is a string", BLOCK),
];

/// Of an image and of a sound.
#[rustfmt::skip]
static MEDIA_FIELDS: [Field; 2] = [
    required("data", base64, "data", "`data` of an `image` or `audio` block is base64", BLOCK),
    required("mimeType", string, "mime-type", "`mimeType` of an `image` or `audio` block is a string", BLOCK),
];

#[rustfmt::skip]
static LINK_FIELDS: [Field; 6] = [
    required("uri", uri, "link-uri", "`uri` of a `resource_link` is a URI", BLOCK),
    required("name", string, "link-name", "`name` of a `resource_link` is a string", BLOCK),
    not_null("title", string, "link-title", "`title` of a `resource_link` is a string", BLOCK),
    not_null("description", string, "link-description", "`description` of a `resource_link` is a string", BLOCK),
    not_null("mimeType", string, "link-mime-type", "`mimeType` of a `resource_link` is a string", BLOCK),
    not_null("size", count, "link-size", "`size` of a `resource_link` is a whole number of bytes", BLOCK),
];

#[rustfmt::skip]
static EMBEDDED_FIELDS: [Field; 1] = [
    required("resource", object, "resource", "`resource` of a `resource` block is an object", RESOURCE),
];

#[rustfmt::skip]
static RESOURCE_FIELDS: [Field; 5] = [
    required("uri", uri, "resource-uri", "`uri` of a resource is a URI", RESOURCE),
    not_null("mimeType", string, "resource-mime-type", "`mimeType` of a resource is a string", RESOURCE),
    not_null("_meta", object, "resource-meta", "`_meta` of a resource is an object", RESOURCE),
    not_null("text", string, "resource-text", "`text` of a resource is a string", RESOURCE),
    not_null("blob", base64, "resource-blob", "`blob` of a resource is base64", RESOURCE),
];

#[rustfmt::skip]
static ANNOTATIONS_FIELDS: [Field; 3] = [
    not_null("audience", is_audience, "audience", "`audience` is an array of `user` and `assistant`", ANNOTATIONS),
    not_null("priority", is_priority, "priority", "`priority` is a number from 0 to 1", ANNOTATIONS),
    not_null("lastModified", time, "last-modified", "`lastModified` is an ISO 8601 time", ANNOTATIONS),
];

const BLOCK_OBJECT: Rule = must("block", "an entry of `content` is an object", CONTENT);
const ERROR_TEXT: Rule = must(
    "error-text",
    "the first block of a failure is a text that is not blank",
    "Error Handling Strategy",
);
const RESOURCE_CONTENTS: Rule =
    must("resource-contents", "a resource has either a `text` or a `blob`", RESOURCE);
const HAS_STRUCTURE: Rule =
    should("has-structured-content", "a success has a `structuredContent`", STRUCTURE);
const STRUCTURED_TEXT: Rule = should(
    "structured-text",
    "a result with a `structuredContent` has a text in its `content`, too",
    CONTENT,
);

static RULES: [Rule; 5] =
    [BLOCK_OBJECT, ERROR_TEXT, RESOURCE_CONTENTS, HAS_STRUCTURE, STRUCTURED_TEXT];

fn check(result: &Node<'_>, report: &mut Report) {
    report.fields(result, &RESULT_FIELDS);
    let content = result.get("content");
    for entry in content.items() {
        report.require(entry.is_object(), &BLOCK_OBJECT, &entry);
        block(&entry, report);
    }
    let structure = result.get("structuredContent");
    let is_failure = result.get("isError").is(true);
    if is_failure && content.is_array() {
        error_text(&content, report);
    }
    if result.get("isError").is(false) {
        report.require(structure.value().is_some(), &HAS_STRUCTURE, &structure);
    }
    if structure.value().is_some() && content.is_array() && !is_failure {
        let has_text = content.items().any(|entry| is_text(&entry));
        report.require(has_text, &STRUCTURED_TEXT, &content);
    }
}

/// The message is the first block. What is no block, or has no text, has violated another rule.
fn error_text(content: &Node<'_>, report: &mut Report) {
    let Some(first) = content.items().next() else {
        return report.require(false, &ERROR_TEXT, content);
    };
    if is_text(&first) {
        let message = first.get("text");
        let is_blank = message.is_string() && !message.value().is_some_and(text);
        report.require(!is_blank, &ERROR_TEXT, &message);
    } else if first.get("type").value().is_some_and(is_block_type) {
        report.require(false, &ERROR_TEXT, &first);
    }
}

fn block(block: &Node<'_>, report: &mut Report) {
    report.fields(block, &BLOCK_FIELDS);
    report.fields(&block.get("annotations"), &ANNOTATIONS_FIELDS);
    match block.get("type").as_str() {
        Some("text") => report.fields(block, &TEXT_FIELDS),
        Some("image" | "audio") => report.fields(block, &MEDIA_FIELDS),
        Some("resource_link") => report.fields(block, &LINK_FIELDS),
        Some("resource") => {
            report.fields(block, &EMBEDDED_FIELDS);
            resource(&block.get("resource"), report);
        }
        _ => {}
    }
}

fn resource(resource: &Node<'_>, report: &mut Report) {
    if !resource.is_object() {
        return;
    }
    report.fields(resource, &RESOURCE_FIELDS);
    let (text, blob) = (resource.get("text").value(), resource.get("blob").value());
    report.require(text.is_some() != blob.is_some(), &RESOURCE_CONTENTS, resource);
}

fn is_text(block: &Node<'_>) -> bool {
    block.get("type").as_str() == Some("text")
}

fn is_result_type(value: &Document<'_>) -> bool {
    value.as_str() == V_2026_07_28::RESULT_TYPE
}

fn is_block_type(value: &Document<'_>) -> bool {
    matches!(value.as_str(), Some("text" | "image" | "audio" | "resource_link" | "resource"))
}

fn is_audience(value: &Document<'_>) -> bool {
    let is_role = |role: &Document<'_>| matches!(role.as_str(), Some("user" | "assistant"));
    matches!(value, Document::Array(roles) if roles.iter().all(is_role))
}

fn is_priority(value: &Document<'_>) -> bool {
    let is_share = |number: f64| (0.0..=1.0).contains(&number);
    matches!(value, Document::Number(number) if number.as_f64().is_some_and(is_share))
}
