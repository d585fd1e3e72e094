//! Shortens the schema of data, which a client gets with every tool: keeps names and types, and removes descriptions.

use serde_json::{Value, json};

use super::JsonObject;
use super::subschemas::visit;

/// Removes the descriptions and the lower bound of unsigned integers, and writes an enum of described words as a list of words.
pub(super) fn shorten(schema: &mut JsonObject) {
    visit(schema, &mut shorten_one);
}

fn shorten_one(schema: &mut JsonObject) {
    for words in ["description", "title"] {
        schema.remove(words);
    }
    if schema.get("type") == Some(&json!("integer")) && schema.get("minimum") == Some(&json!(0)) {
        schema.remove("minimum");
    }
    if let Some(words) = words(schema) {
        schema.remove("oneOf");
        schema.insert("type".to_owned(), "string".into());
        schema.insert("enum".to_owned(), words);
    }
}

/// The words of an enum in which each variant has its own schema, for a description.
fn words(schema: &JsonObject) -> Option<Value> {
    let mut words = Vec::new();
    for variant in schema.get("oneOf")?.as_array()? {
        if variant.get("type") != Some(&json!("string")) {
            return None;
        }
        match (variant.get("const"), variant.get("enum")) {
            (Some(word), None) => words.push(word.clone()),
            (None, Some(several)) => words.extend(several.as_array()?.iter().cloned()),
            _ => return None,
        }
    }
    Some(words.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shortened(mut schema: Value) -> Value {
        shorten(schema.as_object_mut().unwrap());
        schema
    }

    #[test]
    fn descriptions_are_removed_and_properties_of_that_name_are_not() {
        let schema = json!({
            "description": "A task.",
            "title": "Task",
            "properties": {
                "description": {"type": "string", "description": "A property of this name."},
                "title": {"items": {"type": "string", "description": "An item."}},
            },
            "unevaluatedProperties": {"type": "string", "description": "Any other property."},
            "definitions": {"title": {"type": "string", "title": "Title"}},
            "example": {"title": "Call Ann", "description": "Before noon."},
        });
        assert_eq!(
            shortened(schema),
            json!({
                "properties": {"description": {"type": "string"}, "title": {"items": {"type": "string"}}},
                "unevaluatedProperties": {"type": "string"},
                "definitions": {"title": {"type": "string"}},
                "example": {"title": "Call Ann", "description": "Before noon."},
            })
        );
    }

    #[test]
    fn an_unsigned_integer_is_an_integer() {
        let of = |minimum: u8| shortened(json!({"type": "integer", "minimum": minimum}));
        assert_eq!(of(0), json!({"type": "integer"}));
        assert_eq!(of(1), json!({"type": "integer", "minimum": 1}));
    }

    #[test]
    fn described_words_are_a_list() {
        let of = |variants: Value| shortened(json!({"oneOf": variants}));
        let text = |word: &str| json!({"type": "string", "const": word, "description": "A word."});
        let several = json!({"type": "string", "enum": ["c", "d"]});
        assert_eq!(
            of(json!([text("a"), text("b"), several])),
            json!({"type": "string", "enum": ["a", "b", "c", "d"]})
        );
        // A variant with data cannot be listed as a word.
        let object = json!({"type": "object"});
        let kept = of(json!([text("a"), object]));
        assert_eq!(kept, json!({"oneOf": [{"type": "string", "const": "a"}, object]}));
    }
}
