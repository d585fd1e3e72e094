//! The schema as a client gets it with every tool: the contract's parts without descriptions, and the data unchanged.

use std::collections::HashSet;

use schemars::{Schema, json_schema};
use serde_json::{Value, json};

use super::JsonObject;

/// No definition has this name.
const DATA: &str = "#/$defs/<data>";

/// A placeholder for the data until the rest is shortened.
pub(super) fn place_of_data() -> Schema {
    json_schema!({"$ref": DATA})
}

/// Shortens a schema, and replaces the placeholder with the data. `of_data` has the names of the data's definitions.
pub(super) fn shorten(root: &mut JsonObject, of_data: &HashSet<String>, data: &Schema) {
    let mut definitions = root.remove("$defs");
    if let Some(Value::Object(definitions)) = &mut definitions {
        for (name, definition) in definitions.iter_mut() {
            if !of_data.contains(name) {
                brief(definition, data);
            }
        }
    }
    let mut schema = Value::Object(std::mem::take(root));
    brief(&mut schema, data);
    if let Value::Object(schema) = schema {
        *root = schema;
    }
    // The name of a type does not describe the tool.
    root.remove("title");
    root.extend(definitions.map(|definitions| ("$defs".to_owned(), definitions)));
}

fn brief(schema: &mut Value, data: &Schema) {
    if *schema == json!({"$ref": DATA}) {
        *schema = data.clone().into();
        return;
    }
    let Value::Object(object) = schema else { return };
    for words in ["description", "default"] {
        object.remove(words);
    }
    for (key, inner) in object {
        match inner {
            // These keys are names of properties, not keywords of the schema.
            Value::Object(properties) if key == "properties" => {
                properties.values_mut().for_each(|property| brief(property, data));
            }
            Value::Array(schemas) => schemas.iter_mut().for_each(|schema| brief(schema, data)),
            inner => brief(inner, data),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_go_and_properties_of_the_same_name_stay() {
        let mut root = json!({
            "description": "An envelope.",
            "title": "Envelope",
            "properties": {
                "description": {"type": "string", "description": "A property of this name."},
                "default": {"$ref": "#/$defs/Part", "default": null},
                "list": {"items": {"type": "string", "description": "An item."}},
                "data": place_of_data(),
            },
            "anyOf": [{"description": "One."}],
            "$defs": {
                "Part": {"type": "null", "description": "A part of the contract."},
                "Data": {"type": "null", "description": "A part of the data."},
            },
        });
        let data = json_schema!({"type": "array", "description": "What the tool found."});
        let of_data = HashSet::from(["Data".to_owned()]);
        shorten(root.as_object_mut().unwrap(), &of_data, &data);
        assert_eq!(
            root,
            json!({
                "properties": {
                    "description": {"type": "string"},
                    "default": {"$ref": "#/$defs/Part"},
                    "list": {"items": {"type": "string"}},
                    "data": {"type": "array", "description": "What the tool found."},
                },
                "anyOf": [{}],
                "$defs": {
                    "Part": {"type": "null"},
                    "Data": {"type": "null", "description": "A part of the data."},
                },
            })
        );
    }
}
