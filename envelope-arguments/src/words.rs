//! Words for lists of names, and for types.

use serde_json::{Number, Value};

/// Lists names to choose from: `a`, `b` or `c`.
pub(crate) fn any_of<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    list(names, "or")
}

/// Lists names, with a word before the last name. A long list is cut.
pub(crate) fn list<'a>(names: impl IntoIterator<Item = &'a str>, last_word: &str) -> String {
    /// The largest number of names.
    const MAX_NAMES: usize = 24;

    let names: Vec<_> = names.into_iter().map(|name| format!("`{name}`")).collect();
    match names.split_last() {
        _ if names.len() > MAX_NAMES => {
            let shown = names.get(..MAX_NAMES).unwrap_or(&names);
            format!("{} {last_word} {} others", shown.join(", "), names.len() - shown.len())
        }
        Some((last, rest)) if !rest.is_empty() => format!("{} {last_word} {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

/// Names the type of a value in terms of JSON, with a hint for a number or a boolean in quotes.
pub(crate) fn json_type(value: &Value) -> &'static str {
    let is_number = |text: &str| text.len() <= 64 && serde_json::from_str::<Number>(text).is_ok();
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(number) if number.is_i64() || number.is_u64() => "an integer",
        Value::Number(number) if number.as_f64().is_some_and(|number| number.fract() == 0.0) => {
            "a number with a decimal point"
        }
        Value::Number(_) => "a fraction",
        Value::String(text) if is_number(text) => "a number in quotes",
        Value::String(text) if text == "true" || text == "false" => "a boolean in quotes",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

/// Translates an expectation of serde to terms of JSON, without the names of types: `struct Page` becomes an object.
pub(crate) fn in_json(expected: &str) -> String {
    const WORDS: [(&str, &str); 13] = [
        ("adjacently tagged enum ", "an object"),
        ("internally tagged enum ", "an object"),
        ("enum ", "a string or an object"),
        ("struct variant ", "an object"),
        ("struct ", "an object"),
        ("tuple struct ", "a list"),
        ("tuple variant ", "a list"),
        ("unit struct ", "null"),
        ("unit variant ", "a string"),
        ("a map", "an object"),
        ("a sequence", "a list"),
        ("string or map", "a string or an object"),
        ("map with a single key", "an object with one key"),
    ];
    for (start, json) in WORDS {
        if let Some(name) = expected.strip_prefix(start) {
            // `tuple struct Pair with 2 elements`
            let length = name.rfind(" with ").and_then(|at| name.get(at..)).unwrap_or_default();
            return [json, length].concat();
        }
    }
    match expected {
        "u8" => "an integer from 0 to 255",
        "u16" => "an integer from 0 to 65535",
        "u32" => "an integer from 0 to 4294967295",
        "u64" | "u128" | "usize" => "an integer of at least 0",
        "i8" => "an integer from -128 to 127",
        "i16" => "an integer from -32768 to 32767",
        "i32" => "an integer from -2147483648 to 2147483647",
        "i64" | "i128" | "isize" => "an integer",
        "f32" | "f64" => "a number",
        "unit" => "null",
        other => other,
    }
    .to_owned()
}

/// Whether a number is whole, but does not fit into 64 bits.
pub(crate) fn is_whole(value: &Value) -> bool {
    const MIN: f64 = -9_223_372_036_854_775_808.0;
    const MAX: f64 = 18_446_744_073_709_551_615.0;

    let number = value.as_f64().filter(|number| number.fract() == 0.0);
    number.is_some_and(|number| !(MIN..MAX).contains(&number))
}
