//! Inlines the definitions of types, if this makes the schema shorter.

use schemars::Schema;
use serde_json::json;

use super::JsonObject;
use super::subschemas::visit_references;

pub(super) const DEFINITIONS: &str = "$defs";

/// Keywords that can stand next to a reference: merging them into the definition does not change which values it accepts. Only the root has
/// `$defs`.
const BESIDE: [&str; 6] =
    ["description", "title", "default", "deprecated", "examples", DEFINITIONS];

/// Replaces references by their definitions, unless a type contains itself or the schema would become longer.
pub(super) fn inline(root: &mut JsonObject) {
    while let Some((name, definition)) = take_one(root) {
        visit_references(root, &reference(&name), &mut |schema| {
            schema.remove("$ref");
            // The keywords next to the reference stay.
            let beside = std::mem::replace(schema, definition.clone());
            schema.extend(beside);
        });
    }
}

pub(super) fn reference(name: &str) -> String {
    format!("#/{DEFINITIONS}/{name}")
}

/// Removes from the schema a definition that is shorter inlined.
fn take_one(root: &mut JsonObject) -> Option<(String, JsonObject)> {
    let mut definitions = root.get(DEFINITIONS)?.as_object()?.clone();
    // Sorted, so that the feature `preserve_order` of `serde_json` does not change which definition is taken.
    definitions.sort_keys();
    let (name, definition) = definitions.into_iter().find_map(|(name, definition)| {
        let reference = reference(&name);
        let uses = uses(root, &reference)?;
        let size = definition.to_string().len();
        let as_reference = json!({"$ref": reference}).to_string().len();
        let entry = format!("\"{name}\":,").len();
        let mut definition = Schema::try_from(definition).ok()?;
        let definition = std::mem::take(definition.ensure_object());
        let is_recursive = self::uses(&mut definition.clone(), &reference) != Some(0);
        let is_shorter = uses * size <= uses * as_reference + entry + size;
        (is_shorter && !is_recursive).then_some((name, definition))
    })?;
    let left = root.get_mut(DEFINITIONS)?.as_object_mut()?;
    left.remove(&name);
    if left.is_empty() {
        root.remove(DEFINITIONS);
    }
    Some((name, definition))
}

/// How often a schema refers to a definition. `None` if a reference cannot be replaced.
fn uses(schema: &mut JsonObject, reference: &str) -> Option<usize> {
    let (mut count, mut all_plain) = (0, true);
    visit_references(schema, reference, &mut |schema| {
        count += 1;
        all_plain &= schema.keys().all(|key| key == "$ref" || BESIDE.contains(&key.as_str()));
    });
    all_plain.then_some(count)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    fn inlined(mut schema: Value) -> Value {
        inline(schema.as_object_mut().unwrap());
        schema
    }

    #[test]
    fn a_type_that_is_used_once_is_in_its_place() {
        let long = json!({"type": "object", "properties": {"id": {"$ref": "#/$defs/Id"}}, "description": "Its own."});
        assert_eq!(
            inlined(json!({
                "properties": {"a": {"$ref": "#/$defs/Long", "description": "Of the place."}},
                "$defs": {"Long": long, "Id": {"type": "string"}},
            })),
            json!({
                "properties": {"a": {
                    "type": "object",
                    "properties": {"id": {"type": "string"}},
                    "description": "Of the place.",
                }},
            })
        );
    }

    #[test]
    fn a_type_that_is_used_often_is_a_definition_if_that_is_shorter() {
        let twice = |definition: Value| {
            let reference = json!({"$ref": "#/$defs/T"});
            let schema = json!({"anyOf": [reference, reference], "$defs": {"T": definition}});
            inlined(schema).get("$defs").is_some()
        };
        assert!(!twice(json!({"type": "string"})));
        assert!(twice(json!({"type": "string", "description": "a text of more than the length"})));
    }

    #[test]
    fn a_type_that_contains_itself_is_a_definition() {
        for schema in [
            json!({"$ref": "#/$defs/A", "$defs": {"A": {"items": {"$ref": "#/$defs/A"}}}}),
            json!({"items": {"$ref": "#/$defs/A", "minItems": 1}, "$defs": {"A": {}}}),
        ] {
            assert_eq!(inlined(schema.clone()), schema);
        }
        // Two types contain each other: only `B` stays a definition.
        let mutual = json!({
            "$ref": "#/$defs/A",
            "$defs": {"B": {"not": {"$ref": "#/$defs/A"}}, "A": {"items": {"$ref": "#/$defs/B"}}},
        });
        let definitions = inlined(mutual)["$defs"].clone();
        assert!(definitions.as_object().unwrap().keys().eq(["B"]), "{definitions}");
    }

    #[test]
    fn a_value_that_looks_like_a_reference_stays() {
        let schema = json!({"const": {"$ref": "#/$defs/A"}, "$defs": {"A": {"type": "string"}}});
        assert_eq!(inlined(schema)["const"], json!({"$ref": "#/$defs/A"}));
    }

    #[test]
    fn references_are_replaced_under_every_keyword_and_every_property() {
        let reference = json!({"$ref": "#/$defs/Id"});
        for schema in [
            json!({"unevaluatedProperties": reference}),
            json!({"dependentSchemas": {"const": reference}}),
            json!({"properties": {"const": reference, "enum": reference}}),
            json!({"items": [{"contentSchema": reference}]}),
        ] {
            let expected =
                schema.to_string().replace(r##"{"$ref":"#/$defs/Id"}"##, r#"{"type":"string"}"#);
            let mut schema = schema;
            schema["$defs"] = json!({"Id": {"type": "string"}});
            assert_eq!(inlined(schema).to_string(), expected);
        }
    }
}
