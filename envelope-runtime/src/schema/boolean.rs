//! Boolean schemas as objects, which mean the same: some clients refuse a tool that has `true` among its properties.

use schemars::Schema;
use schemars::transform::{Transform, transform_subschemas};
use serde_json::Value;

/// Replaces `true` by `{}` and `false` by `{"not": {}}`, but leaves `"additionalProperties": false`, which every client knows.
pub(super) struct AsObjects;

impl Transform for AsObjects {
    fn transform(&mut self, schema: &mut Schema) {
        const ADDITIONAL: &str = "additionalProperties";

        let is_closed = schema.get(ADDITIONAL) == Some(&Value::Bool(false));
        schema.ensure_object();
        transform_subschemas(self, schema);
        if is_closed {
            schema.insert(ADDITIONAL.to_owned(), false.into());
        }
    }
}

#[cfg(test)]
mod tests {
    use schemars::json_schema;
    use serde_json::json;

    use super::*;

    #[test]
    fn a_boolean_schema_becomes_an_object_anywhere() {
        let mut schema = json_schema!({
            "properties": {
                "any": true,
                "never": false,
                "list": {"items": true, "prefixItems": [true]},
                "map": {"additionalProperties": true},
                "maps": {"additionalProperties": {"additionalProperties": {"items": true}}},
                "closed": {"properties": {"any": true}, "additionalProperties": false},
            },
            "anyOf": [true],
            "not": false,
            "$defs": {"Any": true},
            "default": true,
            "const": true,
        });
        AsObjects.transform(&mut schema);
        assert_eq!(
            schema.to_value(),
            json!({
                "properties": {
                    "any": {},
                    "never": {"not": {}},
                    "list": {"items": {}, "prefixItems": [{}]},
                    "map": {"additionalProperties": {}},
                    "maps": {"additionalProperties": {"additionalProperties": {"items": {}}}},
                    "closed": {"properties": {"any": {}}, "additionalProperties": false},
                },
                "anyOf": [{}],
                "not": {"not": {}},
                "$defs": {"Any": {}},
                "default": true,
                "const": true,
            })
        );
    }
}
