//! The formats of a schema: only the formats of JSON Schema itself.

use schemars::Schema;
use schemars::transform::{RecursiveTransform, Transform};

/// The formats that JSON Schema defines. Some validators warn about any other, and some refuse the schema.
const KNOWN: [&str; 19] = [
    "date-time",
    "date",
    "time",
    "duration",
    "email",
    "idn-email",
    "hostname",
    "idn-hostname",
    "ipv4",
    "ipv6",
    "uri",
    "uri-reference",
    "iri",
    "iri-reference",
    "uuid",
    "uri-template",
    "json-pointer",
    "relative-json-pointer",
    "regex",
];

/// Removes every other format, such as the `uint64` that `schemars` derives for numbers.
pub(super) fn keep_known(schema: &mut Schema) {
    let keep = |schema: &mut Schema| {
        let is_known = |format: &str| KNOWN.contains(&format);
        if !schema.get("format").and_then(|format| format.as_str()).is_none_or(is_known) {
            schema.remove("format");
        }
    };
    RecursiveTransform(keep).transform(schema);
}

#[cfg(test)]
mod tests {
    use schemars::json_schema;
    use serde_json::json;

    use super::keep_known;

    #[test]
    fn a_format_of_numbers_is_removed_anywhere() {
        let mut schema = json_schema!({
            "type": "integer",
            "format": "uint",
            "properties": {
                "format": {"type": "integer", "format": "uint64"},
                "at": {"anyOf": [{"type": "string", "format": "date-time"}, {"format": "double"}]},
            },
            "prefixItems": [{"type": "number", "format": "float"}],
            "$defs": {"Id": {"type": "string", "format": "uuid"}, "N": {"format": "int32"}},
        });
        keep_known(&mut schema);
        assert_eq!(
            schema.to_value(),
            json!({
                "type": "integer",
                "properties": {
                    "format": {"type": "integer"},
                    "at": {"anyOf": [{"type": "string", "format": "date-time"}, {}]},
                },
                "prefixItems": [{"type": "number"}],
                "$defs": {"Id": {"type": "string", "format": "uuid"}, "N": {}},
            })
        );
    }
}
