//! The JSON Schema of a contract, made from the contract's table.

use envelope_contracts::{Contract, Key, Kind, Object, Presence, Variant};
use schemars::{Schema, json_schema};
use serde_json::{Map, Value, json};

/// The schema of a contract: it accepts the envelopes of every server, as `envelope_client::check` does.
pub(crate) fn of_contract(contract: &Contract) -> Schema {
    of_object(contract.envelope)
}

fn of_object(object: &Object) -> Schema {
    let mut schema = of_keys(object.keys);
    schema.insert("description".to_owned(), object.about.into());
    if let Some(names) = object.names {
        let names = json!({"type": "string", "pattern": names.pattern});
        schema.insert("propertyNames".to_owned(), names);
    }
    let one_of = object
        .one_of
        .iter()
        .map(|key| json!({"type": "object", "properties": {*key: {}}, "required": [key]}));
    let variants = object.variants.iter().enumerate();
    let variants = variants.map(|(index, variant)| of_variant(object, variant, index == 0));
    let choices: Vec<_> = one_of.chain(variants).collect();
    if !choices.is_empty() {
        schema.insert("oneOf".to_owned(), choices.into());
    }
    schema
}

/// The schema of a variant. An object without a tag belongs to the first variant.
fn of_variant(object: &Object, variant: &Variant, is_first: bool) -> Value {
    let (tag, kind) = variant.tag;
    let mut schema = of_keys(variant.object.keys);
    schema.insert("title".to_owned(), variant.title.into());
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        properties.insert(tag.to_owned(), of_kind(kind).into());
    }
    // The object itself requires most of its keys.
    let is_own = |name: &Value| {
        let key = name.as_str().and_then(|name| object.get(name));
        key.is_none_or(|key| !key.is_required())
    };
    if let Some(Value::Array(required)) = schema.get_mut("required") {
        required.retain(is_own);
    }
    if !is_first && object.get(tag).is_some_and(|key| !key.is_required()) {
        let required = schema.ensure_object().entry("required").or_insert_with(|| json!([]));
        if let Value::Array(required) = required {
            required.push(tag.into());
        }
    }
    schema.into()
}

fn of_keys(keys: &[Key]) -> Schema {
    let keys = keys.iter().filter(|key| key.presence != Presence::Own);
    let properties: Map<_, _> =
        keys.clone().map(|key| (key.name.to_owned(), of_value(key).into())).collect();
    let required: Vec<_> = keys.filter(|key| key.is_required()).map(|key| key.name).collect();
    let mut schema = json_schema!({"type": "object", "properties": properties});
    if !required.is_empty() {
        schema.insert("required".to_owned(), required.into());
    }
    schema
}

fn of_value(key: &Key) -> Schema {
    let mut schema = of_kind(key.kind);
    if key.can_be_null() {
        or_null(&mut schema);
    }
    if !key.about.is_empty() {
        schema.insert("description".to_owned(), key.about.into());
    }
    schema
}

fn of_kind(kind: Kind) -> Schema {
    match kind {
        Kind::Object(object) => of_object(object),
        Kind::Any => json_schema!({}),
        Kind::Null => json_schema!({"type": "null"}),
        Kind::Bool => json_schema!({"type": "boolean"}),
        Kind::Is(value) => json_schema!({"type": "boolean", "const": value}),
        Kind::String => json_schema!({"type": "string"}),
        Kind::Const(word) => json_schema!({"type": "string", "enum": [word]}),
        Kind::Words(words) => json_schema!({"type": "string", "enum": words}),
        Kind::Format(format) => json_schema!({"type": "string", "pattern": format.pattern}),
        Kind::Count => json_schema!({"type": "integer", "minimum": 0}),
        Kind::Amount => json_schema!({"type": "number", "minimum": 0}),
        Kind::Share => json_schema!({"type": "number", "minimum": 0, "maximum": 1}),
        Kind::Facts => json_schema!({"type": "object"}),
        Kind::Map(kind) => json_schema!({"type": "object", "additionalProperties": of_kind(*kind)}),
        Kind::Objects(object) => json_schema!({"type": "array", "items": of_object(object)}),
        Kind::List(kind) => json_schema!({"type": "array", "items": of_kind(*kind)}),
        Kind::Empty => json_schema!({"type": "array", "maxItems": 0}),
        Kind::NotEmpty => json_schema!({"type": "array", "minItems": 1}),
    }
}

/// Lets the value be null.
fn or_null(schema: &mut Schema) {
    if let Some(kind) = schema.get_mut("type") {
        *kind = json!([kind, "null"]);
    }
    if let Some(Value::Array(words)) = schema.get_mut("enum") {
        words.push(Value::Null);
    }
}
