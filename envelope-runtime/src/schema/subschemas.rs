//! Visits the schemas inside of a schema.

use serde_json::Value;

use super::JsonObject;

/// Visits a schema and every schema inside, also under keywords that schemars itself passes over, such as `unevaluatedProperties`. The value
/// of any other keyword stays as it is, since it can be data, such as an example.
pub(super) fn visit(schema: &mut JsonObject, visit_one: &mut impl FnMut(&mut JsonObject)) {
    visit_one(schema);
    for (keyword, value) in schema {
        let schemas: Vec<_> = match keyword.as_str() {
            // The keys of these objects are names of properties or of definitions.
            "$defs" | "definitions" | "dependentSchemas" | "patternProperties" | "properties" => {
                value.as_object_mut().into_iter().flat_map(JsonObject::values_mut).collect()
            }
            "additionalProperties"
            | "allOf"
            | "anyOf"
            | "contains"
            | "contentSchema"
            | "else"
            | "if"
            | "items"
            | "not"
            | "oneOf"
            | "prefixItems"
            | "propertyNames"
            | "then"
            | "unevaluatedItems"
            | "unevaluatedProperties" => match value {
                Value::Array(schemas) => schemas.iter_mut().collect(),
                schema => vec![schema],
            },
            _ => continue,
        };
        for schema in schemas.into_iter().filter_map(Value::as_object_mut) {
            visit(schema, visit_one);
        }
    }
}

/// Visits every schema that refers to this definition.
pub(super) fn visit_references(
    schema: &mut JsonObject,
    reference: &str,
    visit_one: &mut impl FnMut(&mut JsonObject),
) {
    visit(schema, &mut |schema| {
        if schema.get("$ref").and_then(Value::as_str) == Some(reference) {
            visit_one(schema);
        }
    });
}
