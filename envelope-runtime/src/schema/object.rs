//! The schema of a payload, which is always an object.

use schemars::{Schema, SchemaGenerator};
use serde_json::{Value, json};

use super::JsonObject;

/// How many schemas are followed, one inside the other, before a payload is taken as it is.
const MAX_DEPTH: usize = 16;

/// `()` is the empty object on the wire, also inside of a payload that serializes as it; and an enum of objects is an object.
pub(super) fn as_object(schema: Schema, generator: &SchemaGenerator) -> Schema {
    let mut value = Value::from(schema);
    empty_for_null(&mut value, generator.definitions(), MAX_DEPTH);
    if let Value::Object(object) = &mut value {
        object.entry("type").or_insert_with(|| "object".into());
    }
    value.try_into().unwrap_or_default()
}

fn empty_for_null(schema: &mut Value, definitions: &JsonObject, depth: usize) {
    if schema.get("type") == Some(&json!("null")) {
        *schema = json!({"type": "object", "additionalProperties": false});
        return;
    }
    let Some(depth) = depth.checked_sub(1) else { return };
    let Value::Object(object) = schema else { return };
    for choices in ["anyOf", "oneOf"] {
        if let Some(Value::Array(choices)) = object.get_mut(choices) {
            for choice in choices {
                empty_for_null(choice, definitions, depth);
            }
        }
    }
    // Other places use the definition, too: if it contains a null, it is inlined here.
    let target =
        object.get("$ref").and_then(Value::as_str).and_then(|path| path.rsplit('/').next());
    if let Some(definition) = target.and_then(|name| definitions.get(name)) {
        let mut taken_in = definition.clone();
        empty_for_null(&mut taken_in, definitions, depth);
        if taken_in != *definition {
            *schema = taken_in;
        }
    }
}
