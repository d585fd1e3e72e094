//! The expectation of a JSON Schema, in words.

use serde_json::{Number, Value};

use crate::range::Range;
use crate::words::{any_of, json_type};

/// The largest depth of a description: `a list of lists of integers`.
const MAX_DEPTH: usize = 3;

/// The largest number of keys of an object that are named.
const MAX_KEYS: usize = 8;

/// The expectation of a schema, such as `an integer from 1 to 100`. Empty if there is none.
pub(crate) fn described(root: &Value, schema: &Value, depth: usize) -> String {
    let schema = resolved(root, schema);
    if let Some(words) = words_of(root, schema) {
        return any_of(words);
    }
    if depth > MAX_DEPTH {
        return String::new();
    }
    for key in ["oneOf", "anyOf"] {
        if let Some(branches) = schema.get(key).and_then(Value::as_array)
            && schema.get("properties").is_none()
        {
            return either(root, &branches.iter().collect::<Vec<_>>(), depth);
        }
    }
    if let Some([only]) = schema.get("allOf").and_then(Value::as_array).map(Vec::as_slice)
        && schema.get("type").is_none()
    {
        return described(root, only, depth + 1);
    }
    let mut names: Vec<String> = Vec::new();
    for name in ["boolean", "integer", "number", "string", "array", "object"] {
        if allows_type(schema, name) {
            names.push(of_type(root, schema, name, depth));
        }
    }
    if names.is_empty() && allows_type(schema, "null") {
        names.push("null".to_owned());
    }
    names.join(" or ")
}

/// One of several schemas. `null` is not worth a word.
pub(crate) fn either(root: &Value, forms: &[&Value], depth: usize) -> String {
    let (mut words, mut others) = (Vec::new(), Vec::new());
    for form in forms.iter().map(|form| resolved(root, form)).filter(|form| !is_null(form)) {
        if let Some(more) = words_of(root, form) {
            words.extend(more);
            continue;
        }
        let other = described(root, form, depth + 1);
        if !other.is_empty() && !others.contains(&other) {
            others.push(other);
        }
    }
    if !words.is_empty() {
        others.insert(0, any_of(words));
    }
    others.join(" or ")
}

fn of_type(root: &Value, schema: &Value, name: &str, depth: usize) -> String {
    match name {
        "boolean" => "`true` or `false`".to_owned(),
        "integer" => format!("an integer{}", Range::of_numbers(schema).numbers()),
        "number" => format!("a number{}", Range::of_numbers(schema).numbers()),
        "string" => text(schema),
        "array" => list(root, schema, depth),
        _ => object(schema),
    }
}

fn text(schema: &Value) -> String {
    let format = match schema.get("format").and_then(Value::as_str) {
        Some("date-time") => "a date and time, such as `2026-01-31T12:00:00Z`",
        Some("date") => "a date, such as `2026-01-31`",
        Some("time") => "a time, such as `12:00:00`",
        Some("partial-date-time") => "a date and time, such as `2026-01-31T12:00:00`",
        Some("duration") => "a duration, such as `PT30S`",
        Some("email") => "an email address",
        Some("uri") => "a URI",
        Some("uuid") => "a UUID",
        Some("ipv4") => "an IPv4 address",
        Some("ipv6") => "an IPv6 address",
        Some("ip") => "an IP address",
        Some(format) => return format!("a string in the format `{format}`"),
        None => {
            let length = Range::of_text(schema).lengths("characters");
            let pattern = schema.get("pattern").and_then(Value::as_str);
            let pattern = pattern.map(|pattern| format!(" that matches `{pattern}`"));
            return format!("a string{length}{}", pattern.unwrap_or_default());
        }
    };
    format.to_owned()
}

fn list(root: &Value, schema: &Value, depth: usize) -> String {
    let length = Range::of_list(schema).lengths("items");
    if let Some(items) = schema.get("prefixItems").and_then(Value::as_array) {
        let items: Vec<_> = items.iter().map(|item| described(root, item, depth + 1)).collect();
        return match items.as_slice() {
            [first, rest @ ..] if !rest.is_empty() && rest.iter().all(|item| item == first) => {
                format!("a list of {} items, each item {first}", items.len())
            }
            _ => format!("a list of {}", items.join(" and ")),
        };
    }
    let items = schema.get("items").map(|item| described(root, item, depth + 1));
    match items.filter(|items| !items.is_empty()) {
        Some(items) if length.is_empty() => format!("a list, each item {items}"),
        Some(items) => format!("a list{length}, each item {items}"),
        None => format!("a list{length}"),
    }
}

fn object(schema: &Value) -> String {
    let required = schema.get("required").and_then(Value::as_array);
    let required = required.into_iter().flatten().filter_map(Value::as_str);
    let names: Vec<_> = required.take(MAX_KEYS).map(|name| format!("`{name}`")).collect();
    match names.split_last() {
        None => "an object".to_owned(),
        Some((last, [])) => format!("an object with {last}"),
        Some((last, rest)) => format!("an object with {} and {last}", rest.join(", ")),
    }
}

/// The schema that a reference within the root names, or the schema itself.
pub(crate) fn resolved<'s>(root: &'s Value, mut schema: &'s Value) -> &'s Value {
    /// The largest number of references to references.
    const MAX_TURNS: usize = 24;

    for _ in 0..MAX_TURNS {
        let Some(reference) = schema.get("$ref").and_then(Value::as_str) else { break };
        let Some(target) = reference.strip_prefix('#').and_then(|path| root.pointer(path)) else {
            break;
        };
        schema = target;
    }
    schema
}

/// The words that a schema allows, if it allows nothing else but `null`.
pub(crate) fn words_of<'s>(root: &'s Value, schema: &'s Value) -> Option<Vec<&'s str>> {
    let schema = resolved(root, schema);
    if let Some(Value::String(word)) = schema.get("const") {
        return Some(vec![word]);
    }
    let words = schema.get("enum")?.as_array()?;
    let texts: Vec<_> = words.iter().filter_map(Value::as_str).collect();
    let nulls = words.iter().filter(|word| word.is_null()).count();
    (!texts.is_empty() && texts.len() + nulls == words.len()).then_some(texts)
}

/// Whether a schema allows `null` alone.
pub(crate) fn is_null(schema: &Value) -> bool {
    schema.get("type").is_some_and(|name| name == "null")
        || schema.get("const").is_some_and(Value::is_null)
}

/// Whether a schema allows a type.
pub(crate) fn allows_type(schema: &Value, name: &str) -> bool {
    match schema.get("type") {
        Some(Value::String(other)) => other == name,
        Some(Value::Array(names)) => names.iter().any(|other| other == name),
        _ => false,
    }
}

/// The type of a value. A text of digits is worth a hint.
pub(crate) fn found(value: &Value) -> String {
    let is_number = |text: &str| text.len() <= 64 && serde_json::from_str::<Number>(text).is_ok();
    match value {
        Value::String(text) if is_number(text) => "a number in quotes".to_owned(),
        Value::String(text) if text == "true" || text == "false" => {
            "a boolean in quotes".to_owned()
        }
        other => json_type(other).to_owned(),
    }
}
