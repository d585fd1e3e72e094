//! Schemas of values that are always objects.

use schemars::{Schema, SchemaGenerator, json_schema};
use serde_json::{Value, json};

use super::JsonObject;

/// The largest depth of nested schemas that are searched. Deeper schemas stay unchanged.
const MAX_DEPTH: usize = 16;

/// Makes the schema of a payload an object schema, since a payload that serializes as `()` is sent as an empty object.
pub(super) fn as_object(mut schema: Schema, generator: &SchemaGenerator) -> Schema {
    change(&mut schema, generator.definitions(), MAX_DEPTH, &empty_for_null);
    if let Some(object) = schema.as_object_mut().filter(|object| !object.contains_key("$ref")) {
        object.entry("type").or_insert_with(|| "object".into());
    }
    schema
}

/// Adds the type to a schema that accepts only objects, such as an enum of objects: MCP clients can require `type`.
pub(super) fn name_type(root: &mut JsonObject) {
    let definitions = root.get("$defs").and_then(Value::as_object);
    if !root.contains_key("type") && is_of_objects(root, definitions, MAX_DEPTH) {
        root.insert("type".to_owned(), "object".into());
    }
}

fn is_of_objects(schema: &JsonObject, definitions: Option<&JsonObject>, depth: usize) -> bool {
    if schema.get("type") == Some(&json!("object")) {
        return true;
    }
    let Some(depth) = depth.checked_sub(1) else { return false };
    let is_object = |schema: &Value| {
        schema.as_object().is_some_and(|schema| is_of_objects(schema, definitions, depth))
    };
    let list = |key| schema.get(key).and_then(Value::as_array);
    let each = |key| list(key).is_some_and(|all| !all.is_empty() && all.iter().all(is_object));
    let target = definitions.and_then(|definitions| definition_of(schema, definitions));
    each("anyOf")
        || each("oneOf")
        || list("allOf").is_some_and(|all| all.iter().any(is_object))
        || target.is_some_and(is_object)
}

fn empty_for_null(schema: &mut Schema) {
    if schema.get("type") == Some(&json!("null")) {
        *schema = json_schema!({"type": "object", "additionalProperties": false});
    }
}

/// Adds an optional property to an object.
pub(super) fn add(schema: &mut Schema, key: &str, property: &Value, generator: &SchemaGenerator) {
    let add = |schema: &mut Schema| {
        let is_object = schema.get("type") == Some(&json!("object"));
        let Some(schema) = schema.as_object_mut().filter(|_| is_object) else { return };
        if let Value::Object(properties) = schema.entry("properties").or_insert_with(|| json!({})) {
            properties.insert(key.to_owned(), property.clone());
        }
    };
    change(schema, generator.definitions(), MAX_DEPTH, &add);
}

/// Changes a schema and its alternatives. A definition that changes is inlined, since other places can refer to it.
fn change(
    schema: &mut Schema,
    definitions: &JsonObject,
    depth: usize,
    change_one: &impl Fn(&mut Schema),
) {
    change_one(schema);
    let Some(depth) = depth.checked_sub(1) else { return };
    let Some(object) = schema.as_object_mut() else { return };
    for choices in ["anyOf", "oneOf"] {
        let choices = object.get_mut(choices).and_then(Value::as_array_mut).into_iter().flatten();
        for choice in choices.filter_map(|choice| choice.try_into().ok()) {
            change(choice, definitions, depth, change_one);
        }
    }
    if let Some(definition) = definition_of(object, definitions) {
        let mut inlined = Schema::try_from(definition.clone()).unwrap_or_default();
        change(&mut inlined, definitions, depth, change_one);
        if inlined != *definition {
            *schema = inlined;
        }
    }
}

/// The definition that a schema refers to.
fn definition_of<'a>(schema: &JsonObject, definitions: &'a JsonObject) -> Option<&'a Value> {
    let path = schema.get("$ref")?.as_str()?;
    definitions.get(path.strip_prefix("#/$defs/")?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The type in a schema after [`name_type`].
    fn type_of(mut schema: Value) -> Option<Value> {
        let schema = schema.as_object_mut().unwrap();
        name_type(schema);
        schema.remove("type")
    }

    #[test]
    fn the_type_of_alternatives_is_named_if_all_are_objects() {
        let object = json!({"type": "object"});
        let list = json!({"type": "array"});
        for choices in ["anyOf", "oneOf"] {
            assert_eq!(type_of(json!({choices: [object, object]})), Some("object".into()));
            assert_eq!(type_of(json!({choices: [object, list]})), None);
            assert_eq!(type_of(json!({choices: []})), None);
        }
        assert_eq!(type_of(json!({"allOf": [list, object]})), Some("object".into()));
        assert_eq!(type_of(json!({"allOf": [list]})), None);
        assert_eq!(
            type_of(json!({"$ref": "#/$defs/A", "$defs": {"A": object}})),
            Some("object".into())
        );
        assert_eq!(type_of(json!({"$ref": "#/$defs/A", "$defs": {"A": list}})), None);
        assert_eq!(type_of(json!({"type": "array", "anyOf": [object]})), Some("array".into()));
    }
}
