//! What the schemas of the contracts share: they accept the envelopes of every server, as `contract::check` does.

use serde_json::{Value, json};

/// Text that is not blank.
pub(crate) const TEXT: &str = r"\S";
/// `SCREAMING_SNAKE_CASE`.
pub(crate) const CODE: &str = "^[A-Z]([A-Z0-9_]*[A-Z0-9])?$";
/// A relative path: without a root, and without the letter of a drive.
pub(crate) const RELATIVE_PATH: &str = r"^([^/\\A-Za-z\s]|\s+\S|[A-Za-z]([^:]|$))";
/// A semantic version, as <https://semver.org> has it.
pub(crate) const SEMANTIC_VERSION: &str = concat!(
    r"^(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)",
    r"(-(0|[1-9][0-9]*|[0-9]*[a-zA-Z-][0-9a-zA-Z-]*)(\.(0|[1-9][0-9]*|[0-9]*[a-zA-Z-][0-9a-zA-Z-]*))*)?",
    r"(\+[0-9a-zA-Z-]+(\.[0-9a-zA-Z-]+)*)?$",
);
/// An ISO 8601 time.
pub(crate) const TIME: &str = concat!(
    "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]",
    r"(:([0-5][0-9]|60)([.,][0-9]+)?)?(Z|[+-]([01][0-9]|2[0-3])(:?[0-5][0-9])?)?$",
);
/// The same in UTC.
pub(crate) const UTC_TIME: &str = concat!(
    "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]",
    r"(:([0-5][0-9]|60)([.,][0-9]+)?)?(Z|\+00(:?00)?)$",
);

/// The schema of a field that can be null for absent.
pub(crate) fn or_null(mut schema: Value) -> Value {
    if let Some(kind) = schema.get_mut("type") {
        *kind = json!([kind, "null"]);
    }
    if let Some(Value::Array(words)) = schema.get_mut("enum") {
        words.push(Value::Null);
    }
    schema
}

/// A string that follows a pattern.
pub(crate) fn pattern(pattern: &str, description: &str) -> Value {
    json!({"type": "string", "pattern": pattern, "description": description})
}

/// One of these words.
pub(crate) fn words(words: &[&str], description: &str) -> Value {
    json!({"type": "string", "enum": words, "description": description})
}

/// A value of a kind, such as `string`.
pub(crate) fn kind(kind: &str, description: &str) -> Value {
    json!({"type": kind, "description": description})
}

/// A whole number that is not negative.
pub(crate) fn count(description: &str) -> Value {
    json!({"type": "integer", "minimum": 0, "description": description})
}

/// A number that is not negative.
pub(crate) fn amount(description: &str) -> Value {
    json!({"type": "number", "minimum": 0, "description": description})
}

/// An array.
pub(crate) fn array(items: &Value, description: &str) -> Value {
    json!({"type": "array", "items": items, "description": description})
}

/// An object with these fields, of which some are required. Further keys are the server's own.
#[allow(clippy::needless_pass_by_value, reason = "the properties are made for this call")]
pub(crate) fn object(properties: Value, required: &[&str], description: &str) -> Value {
    json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "description": description,
    })
}
