//! Data whose values are text: a query string or a form.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::aliases::fields_at;
use crate::describe::resolved;
use crate::place::Place;
use crate::problems::Problems;
use crate::range::allows_type;
use crate::reader::{Accepted, Reader, Schema};
use crate::reason::Rejected;

impl Reader {
    /// Explains a query string or a form, which another deserializer has read. Each entry has a text as its value.
    ///
    /// # Errors
    ///
    /// Every problem of data that doesn't fit.
    pub fn read_form<T: DeserializeOwned>(
        &self,
        entries: Map<String, Value>,
        result: Result<T, Rejected>,
    ) -> Result<Accepted<T>, Problems> {
        let mut entries = typed(entries, self.schema);
        entries.sort_all_objects();
        match result {
            Ok(arguments) => {
                let is_alias = |at: &Place<'_>, key: &str| {
                    let fields = fields_at::<T>(at);
                    // A struct with flattened fields does not tell.
                    fields.is_empty() || fields.contains(&key)
                };
                self.accept(arguments, &entries, &is_alias)
            }
            Err(rejected) => Err(self.explain::<T>(&entries, &rejected).of_text()),
        }
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
