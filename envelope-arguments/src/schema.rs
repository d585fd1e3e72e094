//! The JSON Schemas of arguments, each generated once.

use std::any::TypeId;
use std::collections::HashMap;
use std::sync::{LazyLock, PoisonError, RwLock};

use schemars::{JsonSchema, SchemaGenerator};
use serde_json::Value;

/// The schemas of all types of arguments in a program, which live as long as it.
static SCHEMAS: LazyLock<RwLock<HashMap<TypeId, &'static Value>>> = LazyLock::new(RwLock::default);

/// The JSON Schema of a type, which is generated once. Its keys are sorted, so that problems have the same order if `serde_json` has the
/// feature `preserve_order`.
#[must_use]
pub fn schema_of<T: JsonSchema + 'static>() -> &'static Value {
    let id = TypeId::of::<T>();
    let known = SCHEMAS.read().unwrap_or_else(PoisonError::into_inner).get(&id).copied();
    known.unwrap_or_else(|| {
        let mut schema = SchemaGenerator::default().into_root_schema_for::<T>().to_value();
        schema.sort_all_objects();
        let mut schemas = SCHEMAS.write().unwrap_or_else(PoisonError::into_inner);
        schemas.entry(id).or_insert_with(|| Box::leak(Box::new(schema)))
    })
}
