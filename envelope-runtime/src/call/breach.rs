//! Parts of an answer that the tool's own output schema refuses, though the type of the data allows them: a null for a number that JSON
//! does not have, and a list that a cut has made too short.

use serde_json::{Map, Value};

use crate::dialect::Call;
use crate::envelope::Json;

type JsonObject = Map<String, Value>;

/// How many schemas and values are followed, one inside of the other.
const MAX_DEPTH: usize = 512;

/// The path of a null that the output schema of the tool refuses.
pub(super) fn refused_null(call: &Call, answer: &Json, is_result: bool) -> Option<String> {
    let schema = call.schema?();
    breach(&schema, answer, is_result, is_refused_null)
}

/// Whether a list is shorter than the output schema of the tool requires.
pub(super) fn is_too_short(call: &Call, answer: &Json, is_result: bool) -> bool {
    let Some(schema) = call.schema else { return false };
    let schema = schema();
    // Hardly any schema has the keyword, and reading the answer takes time.
    let has_keyword = serde_json::to_string(&*schema).is_ok_and(|text| text.contains(MIN_ITEMS));
    has_keyword && breach(&schema, answer, is_result, is_short).is_some()
}

const MIN_ITEMS: &str = "minItems";

/// The path of the first value that breaks a rule. The schema of a `CallToolResult` describes its structured content.
fn breach(
    schema: &JsonObject,
    answer: &Json,
    is_result: bool,
    breaks: fn(&JsonObject, &Value) -> bool,
) -> Option<String> {
    let part = if is_result { answer.copies.json.clone() } else { 0..answer.text.len() };
    let value = serde_json::from_str(answer.text.get(part)?).ok()?;
    Rule { root: schema, breaks }.breach(schema, &value, MAX_DEPTH)
}

fn is_refused_null(schema: &JsonObject, value: &Value) -> bool {
    let allows = |key| {
        schema.get(key).is_none_or(|allowed: &Value| match allowed {
            Value::Array(several) => {
                several.contains(&Value::Null) || several.contains(&"null".into())
            }
            one => *one == "null" || one.is_null(),
        })
    };
    value.is_null() && !["type", "enum", "const"].into_iter().all(allows)
}

fn is_short(schema: &JsonObject, value: &Value) -> bool {
    let fewest = schema.get(MIN_ITEMS).and_then(Value::as_u64);
    value.as_array().zip(fewest).is_some_and(|(items, fewest)| (items.len() as u64) < fewest)
}

/// A rule for each value and its schema, in the keywords that the schemas of types have.
struct Rule<'a> {
    root: &'a JsonObject,
    breaks: fn(&JsonObject, &Value) -> bool,
}

impl Rule<'_> {
    /// The path of the first value that breaks the rule.
    fn breach(&self, schema: &JsonObject, value: &Value, depth: usize) -> Option<String> {
        let depth = depth.checked_sub(1)?;
        if (self.breaks)(schema, value) {
            return Some(String::new());
        }
        let of_part = |schema: &Value, value| self.breach(schema.as_object()?, value, depth);
        let list =
            |key: &'static str| schema.get(key).and_then(Value::as_array).into_iter().flatten();
        let target = self.target(schema).into_iter();
        let all = target.chain(list("allOf")).find_map(|part| of_part(part, value));
        let choice = || {
            ["anyOf", "oneOf"].into_iter().find_map(|key| {
                let mut breaches = list(key)
                    .filter(|choice| self.can_be(choice, value))
                    .map(|choice| of_part(choice, value));
                let first = breaches.next()??;
                breaches.all(|breach| breach.is_some()).then_some(first)
            })
        };
        all.or_else(choice).or_else(|| match value {
            Value::Array(items) => {
                let rest = schema.get("items").into_iter().flat_map(std::iter::repeat);
                let schemas = list("prefixItems").chain(rest);
                items.iter().zip(schemas).enumerate().find_map(|(index, (item, schema))| {
                    Some(format!("[{index}]{}", of_part(schema, item)?))
                })
            }
            Value::Object(entries) => entries.iter().find_map(|(key, value)| {
                let own = schema.get("properties").and_then(|properties| properties.get(key));
                let schema = own.or_else(|| schema.get("additionalProperties"))?;
                Some(format!(".{key}{}", of_part(schema, value)?))
            }),
            _ => None,
        })
    }

    /// Whether a value can be of an alternative: the keys that it requires are there, and its tag is the same.
    fn can_be(&self, choice: &Value, value: &Value) -> bool {
        let Some(choice) = choice.as_object() else { return false };
        let choice = self.target(choice).and_then(Value::as_object).unwrap_or(choice);
        let Value::Object(entries) = value else { return true };
        let mut required = choice.get("required").and_then(Value::as_array).into_iter().flatten();
        let properties = choice.get("properties").and_then(Value::as_object);
        let mut tags = properties.into_iter().flatten().filter_map(|(key, schema)| {
            let tag = schema.get("const")?;
            Some((entries.get(key)?, tag))
        });
        required.all(|key| key.as_str().is_some_and(|key| entries.contains_key(key)))
            && tags.all(|(value, tag)| value == tag)
    }

    /// The definition that a schema refers to.
    fn target(&self, schema: &JsonObject) -> Option<&Value> {
        let name = schema.get("$ref")?.as_str()?.strip_prefix("#/$defs/")?;
        self.root.get("$defs")?.get(name)
    }
}
