//! The schema of a tool with several dialects: the `anyOf` of their schemas.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, RwLock};

use serde_json::{Value, json};

use super::inline::{DEFINITIONS, reference};
use super::subschemas::visit_references;
use super::{JsonObject, made_once};

/// The `anyOf` of these schemas. Repeated calls return the same `Arc`.
#[doc(hidden)]
#[must_use]
pub fn any_schema(schemas: &[Arc<JsonObject>]) -> Arc<JsonObject> {
    /// The keys are the addresses of the schemas. The schemas are kept, so no address is reused.
    type Made = HashMap<Vec<usize>, (Vec<Arc<JsonObject>>, Arc<JsonObject>)>;
    static MADE: LazyLock<RwLock<Made>> = LazyLock::new(RwLock::default);

    let key: Vec<_> = schemas.iter().map(|schema| Arc::as_ptr(schema).addr()).collect();
    made_once(&MADE, key, || (schemas.to_vec(), Arc::new(any_of(schemas)))).1
}

fn any_of(schemas: &[Arc<JsonObject>]) -> JsonObject {
    let is_object = |schema: &Arc<JsonObject>| schema.get("type") == Some(&json!("object"));
    let mut root = JsonObject::new();
    // MCP clients can require `type`.
    if schemas.iter().all(is_object) {
        root.insert("type".to_owned(), "object".into());
    }
    let mut definitions = JsonObject::new();
    let choices = schemas.iter().map(|schema| {
        let mut choice = JsonObject::clone(schema);
        move_definitions(&mut choice, &mut definitions);
        Value::from(choice)
    });
    root.insert("anyOf".to_owned(), choices.collect());
    if !definitions.is_empty() {
        root.insert(DEFINITIONS.to_owned(), definitions.into());
    }
    root
}

/// Moves the definitions of one schema to the others. A definition with a taken name gets another name.
fn move_definitions(schema: &mut JsonObject, definitions: &mut JsonObject) {
    let own = schema.get(DEFINITIONS).and_then(Value::as_object).into_iter().flatten();
    let differs = |(name, definition): &(&String, &Value)| {
        definitions.get(*name).is_some_and(|other| other != *definition)
    };
    let taken: Vec<_> = own.filter(differs).map(|(name, _)| name.clone()).collect();
    for name in taken {
        let is_free = |new: &String| {
            let own = schema.get(DEFINITIONS).and_then(|own| own.get(new));
            !definitions.contains_key(new) && own.is_none()
        };
        let numbers = 2_u32..;
        if let Some(new) = numbers.map(|number| format!("{name}{number}")).find(is_free) {
            rename(schema, &name, new);
        }
    }
    if let Some(Value::Object(own)) = schema.remove(DEFINITIONS) {
        definitions.extend(own);
    }
}

/// Renames a definition, and each reference to it.
fn rename(schema: &mut JsonObject, name: &str, new: String) {
    let new_reference = reference(&new);
    visit_references(schema, &reference(name), &mut |schema| {
        schema.insert("$ref".to_owned(), new_reference.as_str().into());
    });
    if let Some(Value::Object(own)) = schema.get_mut(DEFINITIONS)
        && let Some(definition) = own.remove(name)
    {
        own.insert(new, definition);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schema(definition: &str) -> Arc<JsonObject> {
        let schema = json!({
            "type": "object",
            "properties": {"meta": {"$ref": "#/$defs/Meta"}, "id": {"$ref": "#/$defs/Id"}},
            "unevaluatedProperties": {"$ref": "#/$defs/Meta"},
            "$defs": {
                "Meta": {"type": definition, "items": {"$ref": "#/$defs/Meta"}},
                "Id": {"type": "string"},
            },
        });
        Arc::new(schema.as_object().unwrap().clone())
    }

    #[test]
    fn definitions_of_the_same_name_stay_apart() {
        let schemas = [schema("array"), schema("array"), schema("object")];
        let any = any_schema(&schemas);
        assert_eq!(any["type"], "object");
        assert_eq!(any["anyOf"][1]["properties"]["meta"]["$ref"], "#/$defs/Meta");
        assert_eq!(any["anyOf"][2]["properties"]["meta"]["$ref"], "#/$defs/Meta2");
        assert_eq!(any["anyOf"][2]["unevaluatedProperties"]["$ref"], "#/$defs/Meta2");
        assert_eq!(any["anyOf"][2]["properties"]["id"]["$ref"], "#/$defs/Id");
        assert_eq!(
            any["$defs"],
            json!({
                "Meta": {"type": "array", "items": {"$ref": "#/$defs/Meta"}},
                "Meta2": {"type": "object", "items": {"$ref": "#/$defs/Meta2"}},
                "Id": {"type": "string"},
            })
        );
        assert!(Arc::ptr_eq(&any, &any_schema(&schemas)));
    }

    #[test]
    fn a_new_name_is_that_of_no_other_definition() {
        let definitions = |definitions: Value| {
            let schema = json!({"$ref": "#/$defs/Meta", "$defs": definitions});
            Arc::new(schema.as_object().unwrap().clone())
        };
        let any = any_schema(&[
            definitions(json!({"Meta": {"const": 1}})),
            definitions(json!({"Meta": {"const": 2}})),
            definitions(json!({"Meta": {"const": 3}, "Meta3": {"const": 4}})),
        ]);
        assert_eq!(any["anyOf"][2]["$ref"], "#/$defs/Meta4");
        assert_eq!(
            any["$defs"],
            json!({
                "Meta": {"const": 1},
                "Meta2": {"const": 2},
                "Meta3": {"const": 4},
                "Meta4": {"const": 3},
            })
        );
    }

    #[test]
    fn only_references_are_renamed_and_all_of_them() {
        let path = "#/$defs/Meta";
        let schema = |definition: &str| {
            let schema = json!({
                "anyOf": [{"$ref": path}, {"items": [{"$ref": path}]}, {"const": path}],
                "$defs": {"Meta": {"type": definition}},
            });
            Arc::new(schema.as_object().unwrap().clone())
        };
        let any = any_schema(&[schema("array"), schema("object")]);
        let new = "#/$defs/Meta2";
        assert_eq!(
            any["anyOf"][1]["anyOf"],
            json!([{"$ref": new}, {"items": [{"$ref": new}]}, {"const": path}])
        );
    }

    #[test]
    fn a_later_schema_at_the_address_of_an_earlier_one_is_another() {
        for number in 0..100 {
            let choice = json!({"const": number});
            let any = any_schema(&[Arc::new(choice.as_object().unwrap().clone())]);
            assert_eq!(any["anyOf"][0], choice);
        }
    }

    #[test]
    fn an_alternative_of_another_type_leaves_the_type_open() {
        let any_value = Arc::new(JsonObject::new());
        let any = any_schema(&[schema("array"), any_value]);
        assert_eq!(any.get("type"), None);
    }
}
