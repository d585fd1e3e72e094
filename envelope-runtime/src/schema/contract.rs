//! The schema of a contract, from its table: for the envelopes of every server, or for those of one tool.

use envelope_contracts::format::{self, Format};
use envelope_contracts::{Contract, Key, Kind, Object, Presence, Variant, Written};
use schemars::Schema;
use serde_json::{Value, json};

use super::{Contents, JsonObject};

/// Longer patterns cost a client more than they tell it.
const MAX_PATTERN: usize = 40;

/// The schema of a contract: it accepts the envelopes of every server, as `contract::check` does.
pub(crate) fn of_contract(contract: &Contract) -> Schema {
    Envelopes(None).object(contract.envelope).into()
}

/// The schema of the envelopes of a tool: as narrow as this crate writes them, and without descriptions.
pub(crate) fn of_tool(contract: &Contract, contents: &Contents) -> Schema {
    of_tool_object(contract.envelope, contents)
}

/// The schema of an object that a tool writes.
pub(crate) fn of_tool_object(object: &Object, contents: &Contents) -> Schema {
    Envelopes(Some(contents)).object(object).into()
}

/// The envelopes of every server, or of a tool with these contents.
struct Envelopes<'a>(Option<&'a Contents>);

impl Envelopes<'_> {
    fn object(&self, object: &Object) -> JsonObject {
        let mut schema = self.keys(object.keys);
        if self.0.is_none() {
            schema.insert("description".to_owned(), object.about.into());
        } else if object.is_closed {
            schema.insert("additionalProperties".to_owned(), false.into());
        }
        let one_of = object
            .one_of
            .iter()
            .map(|key| json!({"type": "object", "properties": {*key: {}}, "required": [key]}));
        let variants = object.variants.iter().map(|variant| self.variant(object, variant));
        let choices: Vec<_> = one_of.chain(variants).collect();
        if !choices.is_empty() {
            schema.insert("oneOf".to_owned(), choices.into());
        }
        schema
    }

    fn variant(&self, object: &Object, variant: &Variant) -> Value {
        let (tag, kind) = variant.tag;
        let mut schema = self.keys(variant.object.keys);
        schema.insert("title".to_owned(), variant.title.into());
        if let Some(Value::Object(properties)) = schema.get_mut("properties") {
            properties.insert(tag.to_owned(), self.kind(kind).into());
        }
        // The object itself requires its own keys.
        if let Some(Value::Array(required)) = schema.get_mut("required") {
            let is_own = |key: &Value| key.as_str().is_some_and(|key| !object.has(key));
            required.retain(is_own);
        }
        schema.into()
    }

    fn keys(&self, keys: &[Key]) -> JsonObject {
        let keys = keys.iter().filter(|key| self.has(key));
        let properties: JsonObject =
            keys.clone().map(|key| (key.name.to_owned(), self.value(key).into())).collect();
        let is_required = |key: &&Key| {
            if self.0.is_some() { key.is_always_written() } else { key.is_required() }
        };
        let required: Vec<_> = keys.filter(is_required).map(|key| key.name).collect();
        let mut schema = schema(json!({"type": "object", "properties": properties}));
        if !required.is_empty() {
            schema.insert("required".to_owned(), required.into());
        }
        schema
    }

    /// Whether the envelopes have a key.
    fn has(&self, key: &Key) -> bool {
        match self.0 {
            None => key.presence != Presence::Own,
            Some(contents) => contents.is_reply || key.written != Written::InReplies,
        }
    }

    fn value(&self, key: &Key) -> JsonObject {
        let mut schema = self.kind(key.kind);
        let is_optional = !key.is_always_written();
        if self.0.is_some() && is_optional && matches!(key.kind, Kind::List(_) | Kind::Objects(_)) {
            schema.insert("minItems".to_owned(), 1.into());
        }
        let can_be_null =
            if self.0.is_some() { key.presence == Presence::Nullable } else { key.can_be_null() };
        if can_be_null {
            or_null(&mut schema);
        }
        if self.0.is_none() && !key.about.is_empty() {
            schema.insert("description".to_owned(), key.about.into());
        }
        schema
    }

    fn kind(&self, kind: Kind) -> JsonObject {
        schema(match kind {
            Kind::Object(object) => return self.object(object),
            Kind::Data => return self.data(),
            Kind::Any => json!({}),
            Kind::Null => json!({"type": "null"}),
            Kind::Bool => json!({"type": "boolean"}),
            Kind::Is(value) => json!({"type": "boolean", "const": value}),
            Kind::String => json!({"type": "string"}),
            Kind::Const(word) => json!({"type": "string", "enum": [word]}),
            Kind::Words(words) => json!({"type": "string", "enum": words}),
            Kind::Format(format) => return self.format(format),
            Kind::Count => json!({"type": "integer", "minimum": 0}),
            Kind::Amount => json!({"type": "number", "minimum": 0}),
            Kind::Share => json!({"type": "number", "minimum": 0, "maximum": 1}),
            Kind::Facts => json!({"type": "object"}),
            Kind::Map(kind) => json!({"type": "object", "additionalProperties": self.kind(*kind)}),
            Kind::Objects(object) => json!({"type": "array", "items": self.object(object)}),
            Kind::List(kind) => json!({"type": "array", "items": self.kind(*kind)}),
            Kind::Empty => json!({"type": "array", "maxItems": 0}),
            Kind::NotEmpty => json!({"type": "array", "minItems": 1}),
            // It is the first block, which only an open tuple could say. Ajv refuses those in strict mode.
            Kind::Message => json!({
                "type": "array",
                "contains": {
                    "type": "object",
                    "properties": {
                        "type": {"type": "string", "enum": ["text"]},
                        "text": {"type": "string", "pattern": format::TEXT.pattern},
                    },
                    "required": ["type", "text"],
                },
            }),
        })
    }

    fn format(&self, format: &Format) -> JsonObject {
        schema(match format.name {
            Some(name) if self.0.is_some() => json!({"type": "string", "format": name}),
            _ if self.0.is_some() && format.pattern.len() > MAX_PATTERN => {
                json!({"type": "string"})
            }
            _ => json!({"type": "string", "pattern": format.pattern}),
        })
    }

    fn data(&self) -> JsonObject {
        self.0.and_then(|contents| contents.data.as_object()).cloned().unwrap_or_default()
    }
}

fn schema(value: Value) -> JsonObject {
    match value {
        Value::Object(schema) => schema,
        _ => JsonObject::new(),
    }
}

/// Lets the value be null.
fn or_null(schema: &mut JsonObject) {
    if let Some(kind) = schema.get_mut("type") {
        *kind = json!([kind, "null"]);
    }
    if let Some(Value::Array(words)) = schema.get_mut("enum") {
        words.push(Value::Null);
    }
}
