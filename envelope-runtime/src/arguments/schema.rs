//! The JSON Schemas of arguments, each generated once.

use std::any::TypeId;
use std::collections::HashMap;
#[cfg(feature = "rmcp")]
use std::sync::Arc;
use std::sync::{LazyLock, PoisonError, RwLock};

#[cfg(feature = "rmcp")]
use ::rmcp::handler::server::common::{schema_for_input, schema_for_type};
use schemars::{JsonSchema, SchemaGenerator};
#[cfg(feature = "rmcp")]
use serde_json::Map;
use serde_json::Value;

/// The schemas of all types of arguments in a program, which live as long as it.
static SCHEMAS: LazyLock<RwLock<HashMap<TypeId, &'static Value>>> = LazyLock::new(RwLock::default);

/// The schema of a type, with sorted keys, so that problems have the same order if `serde_json` has the feature `preserve_order`.
pub(crate) fn schema_of<T: JsonSchema + 'static>() -> &'static Value {
    let id = TypeId::of::<T>();
    let known = SCHEMAS.read().unwrap_or_else(PoisonError::into_inner).get(&id).copied();
    known.unwrap_or_else(|| {
        let mut schema = SchemaGenerator::default().into_root_schema_for::<T>().to_value();
        schema.sort_all_objects();
        let mut schemas = SCHEMAS.write().unwrap_or_else(PoisonError::into_inner);
        schemas.entry(id).or_insert_with(|| Box::leak(Box::new(schema)))
    })
}

/// The input schema of a tool, which is an object. The schema of an enum with a tag lacks the type.
///
/// # Errors
///
/// Arguments that are no object, such as a number.
#[cfg(feature = "rmcp")]
pub(crate) fn input_schema<T: JsonSchema + 'static>() -> Result<Arc<Map<String, Value>>, String> {
    let schema = schema_for_type::<T>();
    if schema.contains_key("type") {
        return schema_for_input::<T>();
    }
    let mut schema = Map::clone(&schema);
    schema.remove("title");
    schema.remove("description");
    schema.insert("type".to_owned(), "object".into());
    Ok(schema.into())
}
