//! The types of a contract, as parts of its schema.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Value, json};

use super::JsonObject;
use crate::metadata::UpgradeHint;

/// The schema of a type of a contract. Its optional keys, and those of the types inside, are absent or have a value; they are
/// never null.
pub(crate) fn part<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    let known: Vec<_> = generator.definitions().keys().cloned().collect();
    let schema = generator.subschema_for::<T>();
    for (name, definition) in generator.definitions_mut() {
        if let Value::Object(definition) = definition
            && !known.contains(name)
        {
            without_null(definition);
            as_words(definition);
        }
    }
    schema
}

/// The code of an error, in `SCREAMING_SNAKE_CASE`.
pub(crate) fn error_code() -> Schema {
    json_schema!({
        "type": "string",
        "pattern": "^[A-Z0-9_]+$",
        "description": "The code of the error.",
    })
}

/// The upgrades that an error names.
pub(crate) fn upgrades(generator: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "type": "array",
        "items": part::<UpgradeHint>(generator),
        "minItems": 1,
        "description": "The features that a higher tier has.",
    })
}

fn without_null(definition: &mut JsonObject) {
    let required = definition.get("required").and_then(Value::as_array).cloned();
    let Some(Value::Object(properties)) = definition.get_mut("properties") else { return };
    for (key, property) in properties {
        let is_required = required.iter().flatten().any(|required| required == key);
        if let Value::Object(property) = property
            && !is_required
        {
            not_null(property);
        }
    }
}

fn not_null(property: &mut JsonObject) {
    if let Some(Value::Array(types)) = property.get_mut("type") {
        types.retain(|name| name != "null");
        if let [name] = types.as_mut_slice() {
            let name = name.take();
            property.insert("type".to_owned(), name);
        }
    }
    if let Some(Value::Array(choices)) = property.get_mut("anyOf") {
        choices.retain(|choice| *choice != json!({"type": "null"}));
        if let [Value::Object(choice)] = choices.as_mut_slice() {
            let choice = std::mem::take(choice);
            property.remove("anyOf");
            property.extend(choice);
        }
    }
}

/// Turns a schema for each word into a list of words.
fn as_words(definition: &mut JsonObject) {
    let Some(Value::Array(choices)) = definition.get("oneOf") else { return };
    let words: Option<Vec<_>> = choices.iter().map(|choice| choice.get("const").cloned()).collect();
    if let Some(words) = words {
        definition.remove("oneOf");
        definition.insert("type".to_owned(), "string".into());
        definition.insert("enum".to_owned(), words.into());
    }
}
