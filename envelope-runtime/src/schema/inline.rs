//! Inlines the definitions of types, if this makes the schema shorter.

use schemars::Schema;
use schemars::transform::{RecursiveTransform, Transform};
use serde_json::{Value, json};

use super::JsonObject;

pub(super) const DEFINITIONS: &str = "$defs";

/// Keywords that can stand next to a reference: merging them into the definition does not change which values it accepts. Only the root has
/// `$defs`.
const BESIDE: [&str; 6] =
    ["description", "title", "default", "deprecated", "examples", DEFINITIONS];

/// Replaces references by their definitions, unless a type contains itself or the schema would become longer.
pub(super) fn inline(root: &mut Schema) {
    while let Some((name, definition)) = take_one(root) {
        let reference = reference(&name);
        // The keywords next to the reference stay.
        let inline_one = |schema: &mut Schema| {
            if schema.get("$ref").and_then(Value::as_str) == Some(&reference)
                && let Ok(mut inlined) = Schema::try_from(definition.clone())
            {
                schema.remove("$ref");
                inlined.ensure_object().extend(std::mem::take(schema.ensure_object()));
                *schema = inlined;
            }
        };
        RecursiveTransform(inline_one).transform(root);
    }
}

pub(super) fn reference(name: &str) -> String {
    format!("#/{DEFINITIONS}/{name}")
}

/// Removes from the schema a definition that is shorter inlined.
fn take_one(root: &mut Schema) -> Option<(String, Value)> {
    let mut definitions = root.get(DEFINITIONS)?.as_object()?.clone();
    // Sorted, so that the feature `preserve_order` of `serde_json` does not change which definition is taken.
    definitions.sort_keys();
    let is_shorter = |(name, definition): &(String, Value)| {
        let reference = reference(name);
        let Some(uses) = uses(&mut root.clone(), &reference) else { return false };
        let size = definition.to_string().len();
        let as_reference = json!({"$ref": reference}).to_string().len();
        let entry = format!("\"{name}\":,").len();
        let mut definition = Schema::try_from(definition.clone()).unwrap_or_default();
        let is_recursive = self::uses(&mut definition, &reference) != Some(0);
        !is_recursive && uses * size <= uses * as_reference + entry + size
    };
    let (name, definition) = definitions.into_iter().find(is_shorter)?;
    let left = root.get_mut(DEFINITIONS)?.as_object_mut()?;
    left.remove(&name);
    if left.is_empty() {
        root.remove(DEFINITIONS);
    }
    Some((name, definition))
}

/// How often a schema refers to a definition. `None` if a reference cannot be replaced.
fn uses(schema: &mut Schema, reference: &str) -> Option<usize> {
    let (mut count, mut all_plain) = (0, true);
    let count_one = |schema: &mut Schema| {
        if schema.get("$ref").and_then(Value::as_str) == Some(reference) {
            count += 1;
            let mut keywords = schema.as_object().into_iter().flat_map(JsonObject::keys);
            all_plain &= keywords.all(|key| key == "$ref" || BESIDE.contains(&key.as_str()));
        }
    };
    RecursiveTransform(count_one).transform(schema);
    all_plain.then_some(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inlined(schema: Value) -> Value {
        let mut schema = Schema::try_from(schema).unwrap();
        inline(&mut schema);
        schema.to_value()
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
}
