//! The JSON Schemas of arguments, each generated and parsed once.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::sync::{PoisonError, RwLock};

use schemars::transform::{Transform, transform_subschemas};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::closed::close;
use crate::shape::Shape;

/// The formats that JSON Schema defines. Some validators warn about other formats, and some refuse the schema.
const FORMATS: &str = "date-time date time duration email idn-email hostname idn-hostname ipv4 ipv6 uri uri-reference iri iri-reference \
                       uuid uri-template json-pointer relative-json-pointer regex";

/// The JSON Schema of a type for clients, without formats that JSON Schema does not define and without empty schemas, which some clients
/// refuse. An object has `"additionalProperties": false` if serde accepts no other keys than those in the schema.
#[must_use]
pub fn schema_of<T: DeserializeOwned + JsonSchema>() -> Value {
    let mut schema = open_schema_of::<T>();
    close::<T>(&mut schema);
    schema.to_value()
}

/// The same schema, but without closed objects.
#[doc(hidden)]
#[must_use]
pub fn open_schema_of<T: JsonSchema>() -> Schema {
    let mut schema = generated::<T>();
    Portable { any: Some("Any JSON value") }.transform(&mut schema);
    schema
}

/// Returns the parsed schema of a type. It is made once and lives as long as the program.
pub(crate) fn shape_of<T: JsonSchema + 'static>() -> &'static Shape {
    static SHAPES: RwLock<BTreeMap<TypeId, &'static Shape>> = RwLock::new(BTreeMap::new());

    let id = TypeId::of::<T>();
    let known = SHAPES.read().unwrap_or_else(PoisonError::into_inner).get(&id).copied();
    known.unwrap_or_else(|| {
        // Outside of the lock, since a schema can require another one.
        let mut schema = generated::<T>().to_value();
        // With the feature `preserve_order` of `serde_json`, the order of problems would depend on the type.
        schema.sort_all_objects();
        let shape = Shape::parse(Box::leak(Box::new(schema)));
        SHAPES.write().unwrap_or_else(PoisonError::into_inner).entry(id).or_insert(shape)
    })
}

fn generated<T: JsonSchema>() -> Schema {
    SchemaGenerator::default().into_root_schema_for::<T>()
}

/// Makes a schema acceptable for every client. Removes formats that JSON Schema does not define, such as `uint64`, and all boolean schemas
/// but `"additionalProperties": false`: `true` becomes `{}`, and `false` becomes `{"not": {}}`.
#[doc(hidden)]
pub fn portable(schema: &mut Schema) {
    Portable { any: None }.transform(schema);
}

struct Portable {
    /// The description of a schema that accepts any value.
    any: Option<&'static str>,
}

impl Transform for Portable {
    fn transform(&mut self, schema: &mut Schema) {
        const ADDITIONAL: &str = "additionalProperties";

        let is_closed = schema.get(ADDITIONAL) == Some(&Value::Bool(false));
        let object = schema.ensure_object();
        let is_known = |format: &Value| FORMATS.split(' ').any(|known| format == known);
        if object.get("format").is_some_and(|format| !is_known(format)) {
            object.remove("format");
        }
        if let Some(any) = self.any.filter(|_| object.is_empty()) {
            object.insert("description".to_owned(), any.into());
        }
        transform_subschemas(self, schema);
        if is_closed {
            schema.insert(ADDITIONAL.to_owned(), false.into());
        }
    }
}

#[cfg(test)]
mod tests {
    use schemars::json_schema;
    use serde_json::json;

    use super::*;

    #[test]
    fn formats_of_numbers_and_boolean_schemas_are_replaced_anywhere() {
        let mut schema = json_schema!({
            "type": "integer",
            "format": "uint",
            "properties": {
                "format": {"type": "integer", "format": "uint64"},
                "at": {"anyOf": [{"type": "string", "format": "date-time"}, {"format": "double"}]},
                "any": true,
                "never": false,
                "list": {"items": true, "prefixItems": [true, {"type": "number", "format": "float"}]},
                "map": {"additionalProperties": true},
                "maps": {"additionalProperties": {"additionalProperties": {"items": true}}},
                "closed": {"properties": {"any": true}, "additionalProperties": false},
            },
            "anyOf": [true],
            "not": false,
            "$defs": {"Id": {"type": "string", "format": "uuid"}, "N": {"format": "int32"}, "Any": true},
            "default": true,
            "const": true,
        });
        portable(&mut schema);
        assert_eq!(
            schema.to_value(),
            json!({
                "type": "integer",
                "properties": {
                    "format": {"type": "integer"},
                    "at": {"anyOf": [{"type": "string", "format": "date-time"}, {}]},
                    "any": {},
                    "never": {"not": {}},
                    "list": {"items": {}, "prefixItems": [{}, {"type": "number"}]},
                    "map": {"additionalProperties": {}},
                    "maps": {"additionalProperties": {"additionalProperties": {"items": {}}}},
                    "closed": {"properties": {"any": {}}, "additionalProperties": false},
                },
                "anyOf": [{}],
                "not": {"not": {}},
                "$defs": {"Id": {"type": "string", "format": "uuid"}, "N": {}, "Any": {}},
                "default": true,
                "const": true,
            })
        );
    }

    #[test]
    fn any_value_of_an_input_is_described() {
        #[derive(JsonSchema)]
        struct Any {
            #[allow(dead_code, reason = "a type is there to be described")]
            any: Value,
        }

        let schema = open_schema_of::<Any>().to_value();
        let any = json!({"description": "Any JSON value"});
        assert_eq!(schema["properties"], json!({"any": any}));
    }
}
