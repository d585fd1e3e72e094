//! Ranges of numbers and lengths, and patterns.

use serde_json::Value;

/// The least and the most that a schema allows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Range {
    least: Option<f64>,
    most: Option<f64>,
}

impl Range {
    fn of(schema: &Value, [least, most]: [&str; 2]) -> Self {
        let limit = |key: &str| schema.get(key).and_then(Value::as_f64);
        Self { least: limit(least), most: limit(most) }
    }

    pub(crate) fn of_numbers(schema: &Value) -> Self {
        let Self { least, most } = Self::of(schema, ["minimum", "maximum"]);
        // `schemars` writes the limits of other types.
        let (of_least, of_most) = match schema.get("format").and_then(Value::as_str) {
            Some("int32") => (Some(i32::MIN.into()), Some(i32::MAX.into())),
            Some("uint32") => (Some(0.0), Some(u32::MAX.into())),
            _ => (None, None),
        };
        Self { least: least.or(of_least), most: most.or(of_most) }
    }

    pub(crate) fn of_text(schema: &Value) -> Self {
        Self::of(schema, ["minLength", "maxLength"])
    }

    pub(crate) fn of_list(schema: &Value) -> Self {
        Self::of(schema, ["minItems", "maxItems"])
    }

    fn contains(self, number: f64) -> bool {
        self.least.is_none_or(|least| number >= least)
            && self.most.is_none_or(|most| number <= most)
    }

    /// The numbers in words: ` from 1 to 100`.
    pub(crate) fn numbers(self) -> String {
        match (self.least, self.most) {
            (Some(least), Some(most)) => format!(" from {least} to {most}"),
            (Some(least), None) => format!(" of at least {least}"),
            (None, Some(most)) => format!(" of at most {most}"),
            (None, None) => String::new(),
        }
    }

    /// The lengths in words: ` of 1 to 20 characters`.
    pub(crate) fn lengths(self, units: &str) -> String {
        match (self.least, self.most) {
            (None, None) => String::new(),
            (Some(1.0), Some(1.0)) => format!(" of 1 {}", units.trim_end_matches('s')),
            (Some(least), Some(most)) if least >= most => format!(" of {least} {units}"),
            (Some(least), Some(most)) => format!(" of {least} to {most} {units}"),
            _ => format!("{} {units}", self.numbers()),
        }
    }
}

/// Whether a number, or the length of a text or a list, is in the range of a schema.
pub(crate) fn is_in_range(schema: &Value, value: &Value) -> bool {
    let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX).into();
    match value {
        Value::Number(number) => {
            number.as_f64().is_none_or(|number| Range::of_numbers(schema).contains(number))
        }
        Value::String(text) => Range::of_text(schema).contains(count(text.chars().count())),
        Value::Array(items) => Range::of_list(schema).contains(count(items.len())),
        _ => true,
    }
}

/// Whether a text has the pattern that a schema wants. Without the feature `pattern`, any text has it.
#[cfg(feature = "pattern")]
pub(crate) fn matches_pattern(schema: &Value, value: &Value) -> bool {
    let pattern = schema.get("pattern").and_then(Value::as_str);
    let (Some(pattern), Value::String(text)) = (pattern, value) else { return true };
    // Some patterns of ECMAScript are none here.
    regex_lite::Regex::new(pattern).map_or(true, |pattern| pattern.is_match(text))
}

#[cfg(not(feature = "pattern"))]
pub(crate) fn matches_pattern(_schema: &Value, _value: &Value) -> bool {
    true
}
