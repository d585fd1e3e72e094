//! Data whose values are text: a query string or a form.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::aliases::fields_at;
use super::describe::resolved;
use super::place::Place;
use super::problem::Problems;
use super::range::allows_type;
use super::read::{Fitting, Schema, explain, unknown};
use super::reason::Rejected;

/// The data that serde has read, or all of its problems, in the terms of text.
pub(crate) fn read_text<T: DeserializeOwned>(
    entries: Map<String, Value>,
    result: Result<T, Rejected>,
    schema: Schema,
) -> Result<Fitting<T>, Problems> {
    let mut entries = typed(entries, schema);
    entries.sort_all_objects();
    match result {
        Ok(arguments) => {
            let is_alias = |at: &Place<'_>, key: &str| {
                let fields = fields_at::<T>(at);
                // A struct with flattened fields does not tell.
                fields.is_empty() || fields.contains(&key)
            };
            unknown(&entries, schema, &is_alias).map(|unknown| Fitting { arguments, unknown })
        }
        Err(rejected) => Err(explain::<T>(&entries, schema, &rejected).of_text()),
    }
}

/// The entries with the types of their schema: a text that is a number is the number if the schema wants one.
fn typed(mut entries: Map<String, Value>, schema: Schema) -> Value {
    let root = schema.map(|schema| schema());
    let properties = root.and_then(|root| root.get("properties"));
    for (key, value) in &mut entries {
        let schema = root.zip(properties.and_then(|properties| properties.get(key)));
        let Some((root, schema)) = schema else { continue };
        if let Some(typed) = value.as_str().and_then(|text| of_type(resolved(root, schema), text)) {
            *value = typed;
        }
    }
    Value::Object(entries)
}

/// The number or the boolean that a schema wants and a text is.
fn of_type(schema: &Value, text: &str) -> Option<Value> {
    if allows_type(schema, "boolean")
        && let Ok(value) = text.parse::<bool>()
    {
        return Some(value.into());
    }
    if !allows_type(schema, "integer") && !allows_type(schema, "number") {
        return None;
    }
    let integer = text.parse::<i64>().map(Value::from);
    integer
        .or_else(|_| text.parse::<u64>().map(Value::from))
        .or_else(|_| text.parse::<f64>().map(Value::from))
        .ok()
}
