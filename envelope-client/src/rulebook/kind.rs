//! Compares values with the kinds of a contract's table.

use envelope_contracts::Kind;
use serde_json::Value;

/// Whether a value is of a kind. The keys of an object are not checked here.
pub(crate) fn fits(value: &Value, kind: Kind) -> bool {
    match kind {
        Kind::Any => true,
        Kind::Null => value.is_null(),
        Kind::Bool => value.is_boolean(),
        Kind::Is(expected) => *value == Value::Bool(expected),
        Kind::String => value.is_string(),
        Kind::Const(word) => value.as_str() == Some(word),
        Kind::Words(words) => value.as_str().is_some_and(|word| words.contains(&word)),
        Kind::Format(format) => value.as_str().is_some_and(format.fits),
        // `3.0` is a whole number, as in a JSON Schema.
        Kind::Count => value.as_f64().is_some_and(|number| number >= 0.0 && number.fract() == 0.0),
        Kind::Amount => value.as_f64().is_some_and(|number| number >= 0.0),
        Kind::Share => value.as_f64().is_some_and(|number| (0.0..=1.0).contains(&number)),
        Kind::Facts | Kind::Object(_) => value.is_object(),
        Kind::Map(kind) => {
            value.as_object().is_some_and(|map| map.values().all(|value| fits(value, *kind)))
        }
        Kind::Objects(_) => value.is_array(),
        Kind::List(kind) => {
            value.as_array().is_some_and(|items| items.iter().all(|item| fits(item, *kind)))
        }
        Kind::Empty => value.as_array().is_none_or(Vec::is_empty),
        Kind::NotEmpty => value.as_array().is_none_or(|items| !items.is_empty()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        for (json, is_amount, is_count) in [
            ("0", true, true),
            ("3", true, true),
            ("3.0", true, true),
            ("1e300", true, true),
            ("18446744073709551615", true, true),
            ("1.5", true, false),
            ("-1", false, false),
            ("-0.5", false, false),
        ] {
            let number = Value::Number(json.parse().unwrap());
            assert_eq!(fits(&number, Kind::Amount), is_amount, "{json}");
            assert_eq!(fits(&number, Kind::Count), is_count, "{json}");
        }
    }
}
