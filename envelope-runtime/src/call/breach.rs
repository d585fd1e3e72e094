//! Parts of an answer that the tool's own output schema refuses, though the type of the data allows them: a null in place of a NaN or
//! an infinity, and a list that a cut made too short.

use serde_json::Value;

use crate::dialect::Call;
use crate::envelope::Json;

/// The limit of nested schemas and values, since a schema can refer to itself.
const MAX_DEPTH: usize = 512;

/// The path of a null that the output schema of the tool refuses.
pub(super) fn refused_null(call: &Call, answer: &Json, is_result: bool) -> Option<String> {
    breach(call, answer, is_result, is_refused_null)
}

/// Whether a list is shorter than the output schema of the tool requires.
pub(super) fn is_too_short(call: &Call, answer: &Json, is_result: bool) -> bool {
    breach(call, answer, is_result, is_short).is_some()
}

/// The path of the first value that breaks a rule. The schema of a `CallToolResult` describes its structured content.
fn breach(
    call: &Call,
    answer: &Json,
    is_result: bool,
    breaks: fn(&Value, &Value) -> bool,
) -> Option<String> {
    let root = Value::Object((*call.schema?()).clone());
    let part = if is_result { answer.copies.json.clone() } else { 0..answer.text.len() };
    let value = serde_json::from_str(answer.text.get(part)?).ok()?;
    Rule { root: &root, breaks }.breach(&root, &value, MAX_DEPTH)
}

fn is_refused_null(schema: &Value, value: &Value) -> bool {
    let refuses = |key| match schema.get(key) {
        None | Some(Value::Null) => false,
        Some(Value::Array(several)) => !several.iter().any(|one| one.is_null() || *one == "null"),
        Some(one) => *one != "null",
    };
    value.is_null() && ["type", "enum", "const"].into_iter().any(refuses)
}

fn is_short(schema: &Value, value: &Value) -> bool {
    let fewest = schema["minItems"].as_u64();
    value.as_array().zip(fewest).is_some_and(|(items, fewest)| (items.len() as u64) < fewest)
}

fn list<'a>(schema: &'a Value, key: &str) -> impl Iterator<Item = &'a Value> {
    schema[key].as_array().into_iter().flatten()
}

/// A rule for each value and its schema. The search supports the keywords of schemas that are generated from types.
struct Rule<'a> {
    root: &'a Value,
    breaks: fn(&Value, &Value) -> bool,
}

impl Rule<'_> {
    /// The path of the first value that breaks the rule.
    fn breach(&self, schema: &Value, value: &Value, depth: usize) -> Option<String> {
        let depth = depth.checked_sub(1)?;
        if (self.breaks)(schema, value) {
            return Some(String::new());
        }
        let of_part = |schema: &Value| self.breach(schema, value, depth);
        let target = self.target(schema).into_iter();
        let of_choices = |key| {
            let choices = list(schema, key).filter(|choice| self.can_be(choice, value));
            let breaches: Option<Vec<_>> = choices.map(of_part).collect();
            breaches?.into_iter().next()
        };
        let mut parts = target.chain(list(schema, "allOf"));
        parts
            .find_map(of_part)
            .or_else(|| ["anyOf", "oneOf"].into_iter().find_map(of_choices))
            .or_else(|| self.breach_inside(schema, value, depth))
    }

    /// The path of the first item or entry that breaks the rule.
    fn breach_inside(&self, schema: &Value, value: &Value, depth: usize) -> Option<String> {
        match value {
            Value::Array(items) => {
                let rest = std::iter::repeat(&schema["items"]);
                let mut pairs = items.iter().zip(list(schema, "prefixItems").chain(rest));
                pairs.find_map(|(item, schema)| self.breach(schema, item, depth))
            }
            Value::Object(entries) => entries.iter().find_map(|(key, value)| {
                let own = schema["properties"].get(key);
                let inside =
                    self.breach(own.unwrap_or(&schema["additionalProperties"]), value, depth)?;
                Some(format!(".{key}{inside}"))
            }),
            _ => None,
        }
    }

    /// Whether a value can match an alternative: it has the required keys, not too many entries, and the same tag.
    fn can_be(&self, choice: &Value, value: &Value) -> bool {
        let choice = self.target(choice).unwrap_or(choice);
        let Some(entries) = value.as_object() else { return true };
        let most = choice["maxProperties"].as_u64();
        let mut required = list(choice, "required").filter_map(Value::as_str);
        let mut properties = choice["properties"].as_object().into_iter().flatten();
        most.is_none_or(|most| entries.len() as u64 <= most)
            && required.all(|key| entries.contains_key(key))
            && properties.all(|(key, schema)| {
                let tag = entries.get(key).zip(schema.get("const"));
                tag.is_none_or(|(given, tag)| given == tag)
            })
    }

    /// The definition that a schema refers to.
    fn target(&self, schema: &Value) -> Option<&Value> {
        self.root["$defs"].get(schema["$ref"].as_str()?.strip_prefix("#/$defs/")?)
    }
}
