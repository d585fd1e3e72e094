//! The versions of MCP. Where the contract's document is only a sketch, the rows follow the protocol's schema.

use crate::Kind::{Any, Bool, Const, Count, Facts, Format, Is, List, Object as Nested, Objects, Share, String, Words as OneOf};
use crate::Presence::{NotNull, Nullable, Optional, Required};
use crate::retry::Advice;
use crate::{Contract, Form, Key, Object, Setting, Variant, Words, format, key, variant};

/// The contract of the version 2025-11-25.
pub static CONTRACT_2025_11_25: Contract = Contract {
    settings: SETTINGS,
    marks: &[&["content"], &["structuredContent"], &["isError"]],
    meta: Some(&META),
    ..Contract::new("mcp-2025-11-25", &["mcp_2025_11_25", "Mcp"], &RESULT_2025_11_25)
};

/// The contract of the version 2026-07-28.
pub static CONTRACT_2026_07_28: Contract = Contract {
    settings: SETTINGS_2026_07_28,
    marks: &[&["resultType"], &["resultType", "content"], &["resultType", "structuredContent"]],
    meta: Some(&RESULT_META),
    ..Contract::new("mcp-2026-07-28", &["mcp_2026_07_28", "Mcp"], &RESULT_2026_07_28)
};

const SETTINGS_2026_07_28: &[Setting] = &[
    Setting::new("request_id", Form::RequestId),
    Setting::new("text", Form::Text),
    Setting::new("pretty", Form::Flag),
    Setting::new("structured_errors", Form::Flag),
    Setting::new("error_text", Form::Word(&ERROR_TEXTS)),
    Setting::new("server_info", Form::Value),
];

/// The settings without `server_info`, since the earlier version has no key for it.
const SETTINGS: &[Setting] = SETTINGS_2026_07_28.split_at(SETTINGS_2026_07_28.len() - 1).0;

/// The forms of a failure's text.
pub static ERROR_TEXTS: Words = Words {
    name: "error text",
    example: "plain",
    enum_path: &["mcp", "ErrorText"],
    words: &["full", "plain"],
};

/// The `resultType` of the version 2026-07-28.
pub const RESULT_TYPE: &str = "complete";

const RESULT: &str = "Schema, `CallToolResult`";

static RESULT_2025_11_25: Object = Object::new("", RESULT, "A result.", &[
    CONTENT,
    key("structuredContent", Optional, Facts, "The tool's data.").in_section(STRUCTURE),
    IS_ERROR,
    key("_meta", Optional, Nested(&META), "Metadata."),
]).with_variants(VARIANTS);

static RESULT_2026_07_28: Object = Object::new("", RESULT, "A result.", &[
    key("resultType", Required, Const(RESULT_TYPE), "The kind of result."),
    CONTENT,
    key("structuredContent", Optional, Any, "The tool's data.").in_section(STRUCTURE),
    IS_ERROR,
    key("_meta", Optional, Nested(&RESULT_META), "Metadata."),
]).with_variants(VARIANTS);

const STRUCTURE: &str = "Field Definitions, `structuredContent`";
const CONTENT: Key = key("content", Nullable, Objects(&BLOCK), "The text for the model.")
    .in_section("Field Definitions, `content`");
const IS_ERROR: Key = key("isError", NotNull, Bool, "Whether the tool failed. Without it, the tool succeeded.")
    .in_section("Field Definitions, `isError`")
    .always();

static META: Object = Object::new("a `_meta`", "Basic, `_meta`", "Metadata.", &[]).with_names(&format::META_NAME);

static RESULT_META: Object = Object::new("a `_meta`", "Basic, `_meta`", "Metadata.", &[
    key(SERVER_INFO, Optional, Nested(&SERVER), "The server that answers."),
]).with_names(&format::META_NAME);

/// The key of the server in the `_meta` of a result.
pub const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";

static SERVER: Object = Object::new("a server", "Schema, `Implementation`", "A server by its name and version.", &[
    key("name", Required, String, "The name."),
    key("version", Required, String, "The version."),
]);

const VARIANTS: &[Variant] = &[
    variant("Success", "isError", Is(false), &SUCCEEDED),
    variant("Failure", "isError", Is(true), &FAILED),
];

static SUCCEEDED: Object = Object::new("a success", RESULT, "", &[]);
static FAILED: Object = Object::new("a failure", RESULT, "", &[]);

/// A content block.
pub static BLOCK: Object = Object::new("a content block", SCHEMA, "A content block.", &[
    key("type", Required, OneOf(BLOCK_TYPES), "The kind of block."),
    key("annotations", Optional, Nested(&ANNOTATIONS), "The audience of the block, and how much it matters."),
    key("_meta", Optional, Nested(&META), "Metadata of the block."),
]).with_variants(&[
    variant("Text", "type", Const("text"), &TEXT),
    variant("Image", "type", Const("image"), &MEDIA),
    variant("Audio", "type", Const("audio"), &MEDIA),
    variant("Link", "type", Const("resource_link"), &LINK),
    variant("Resource", "type", Const("resource"), &EMBEDDED),
]);

const SCHEMA: &str = "Schema, `ContentBlock`";
const BLOCK_TYPES: &[&str] = &["text", "image", "audio", "resource_link", "resource"];

static TEXT: Object = Object::new("a text block", SCHEMA, "", &[key("text", Required, String, "The text.")]);

static MEDIA: Object = Object::new("a media block", SCHEMA, "", &[
    key("data", Required, Format(&format::BASE64), "The bytes, as base64."),
    key("mimeType", Required, String, "The media type."),
]);

static LINK: Object = Object::new("a resource link", SCHEMA, "", &[
    key("uri", Required, Format(&format::URI), "The URI of the resource."),
    key("name", Required, String, "The name."),
    key("title", Optional, String, "The name for people."),
    key("description", Optional, String, "The description of the resource."),
    key("mimeType", Optional, String, "The media type."),
    key("size", Optional, Count, "The size, in bytes."),
    key("icons", Optional, Objects(&ICON), "The icons of the resource."),
]);

static ICON: Object = Object::new("an icon", "Schema, `Icon`", "An icon.", &[
    key("src", Required, Format(&format::URI), "The URI of the image."),
    key("mimeType", Optional, String, "The media type."),
    key("sizes", Optional, List(&String), "The sizes, such as `48x48`."),
    key("theme", Optional, OneOf(&["light", "dark"]), "The background that the icon is for."),
]);

static EMBEDDED: Object = Object::new("an embedded resource", EMBEDDED_RESOURCE, "", &[key("resource", Required, Nested(&RESOURCE), "The resource.")]);

const EMBEDDED_RESOURCE: &str = "Schema, `EmbeddedResource`";

static RESOURCE: Object = Object { one_of: &["text", "blob"], ..Object::new("a resource", EMBEDDED_RESOURCE, "A resource with its contents.", &[
    key("uri", Required, Format(&format::URI), "The URI of the resource."),
    key("mimeType", Optional, String, "The media type."),
    key("text", Optional, String, "The contents, if they are text."),
    key("blob", Optional, Format(&format::BASE64), "The contents as base64, if they are bytes."),
    key("_meta", Optional, Nested(&META), "Metadata of the resource."),
]) };

/// The sides of a conversation.
pub const ROLES: &[&str] = &["user", "assistant"];

static ANNOTATIONS: Object = Object::new("", "Schema, `Annotations`", "The audience of a content block, and how much it matters.", &[
    key("audience", Optional, List(&OneOf(ROLES)), "The audience of the block."),
    key("priority", Optional, Share, "How much the block matters."),
    key("lastModified", Optional, Format(&format::TIME_OR_DATE), "The last change of the content, as an ISO 8601 time."),
]);

/// The start of a failure's text.
pub const FAILURE_PREFIX: &str = "Error: ";

/// Parses the last line of a failure's message, such as `(NOT_FOUND, do not retry)`, into a code and retry advice. Trailing white space is
/// ignored.
pub fn failure_line(line: &str) -> Option<(&str, Advice<'_>)> {
    let (code, advice) = line.trim_end().strip_prefix('(')?.strip_suffix(')')?.split_once(", ")?;
    let advice = Advice::parse(advice)?;
    format::is_screaming_snake_case(code).then_some((code, advice))
}

/// Splits a text into parts, and adds a period to each line that [`failure_line`] would parse, so that a reader does not mistake it for the
/// line that the writer adds.
pub fn without_failure_lines(text: &str) -> impl Iterator<Item = &str> {
    // `failure_line` parses only lines with a parenthesis. Most texts have no parenthesis, and are not split.
    let (plain, lines) = if text.contains('(') { ("", text) } else { (text, "") };
    let lines = lines.split_inclusive(['\n', '\r']).flat_map(|line| match failure_line(line) {
        Some(_) => {
            let form = line.trim_end();
            [form, ".", line.strip_prefix(form).unwrap_or_default()]
        }
        None => [line, "", ""],
    });
    std::iter::once(plain).chain(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_a_code_and_advice() {
        for (line, code, advice) in [
            ("(NOT_FOUND, do not retry)", "NOT_FOUND", Advice::Retry("never")),
            ("(A, retry later)", "A", Advice::Retry("after_delay")),
            ("(A_1, retry after 30 s)", "A_1", Advice::After(30)),
            ("(A, retry after 2025-12-04T12:00:00Z)", "A", Advice::At("2025-12-04T12:00:00Z")),
            ("(A, do not retry) \r", "A", Advice::Retry("never")),
        ] {
            assert_eq!(failure_line(line), Some((code, advice)));
        }
    }

    #[test]
    fn other_text_is_no_line() {
        for text in [
            "",
            "Error: a",
            "Error: (NOT_FOUND, do not retry)",
            "a (NOT_FOUND, do not retry)",
            "(NOT_FOUND, do not retry).",
            "(not_found, do not retry)",
            "(NOT_FOUND)",
            "(NOT_FOUND, )",
            "(, do not retry)",
            "(NOT_FOUND, retry after tomorrow)",
            "(NOT_FOUND, retry after 1.5 s)",
            "(NOT_FOUND, retry)",
        ] {
            assert_eq!(failure_line(text), None, "{text}");
        }
    }

    #[test]
    fn lines_of_the_form_are_changed() {
        for (text, expected) in [
            ("", ""),
            ("a\nb\n", "a\nb\n"),
            ("(A, do not retry)", "(A, do not retry)."),
            ("a\n(A, retry later) \r\nb", "a\n(A, retry later). \r\nb"),
            ("a\r(A, retry later)", "a\r(A, retry later)."),
            ("(A, retry later)\n(B, retry later)\n", "(A, retry later).\n(B, retry later).\n"),
            ("a (A, retry later)", "a (A, retry later)"),
        ] {
            assert_eq!(without_failure_lines(text).collect::<std::string::String>(), expected);
        }
    }
}
