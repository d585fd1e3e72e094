//! Ranges of numbers and lengths.

use std::ops::RangeInclusive;

use serde_json::Value;

/// The smallest and the largest number that a schema allows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Range {
    pub(crate) least: Option<f64>,
    pub(crate) most: Option<f64>,
    /// Whether the smallest and the largest number themselves are out of it.
    pub(crate) excludes: (bool, bool),
}

impl Range {
    /// The range of numbers, or of the length of a text. `None` if the schema has neither.
    pub(crate) fn of(schema: &Value) -> Option<Self> {
        let limit = |key: &str| schema.get(key).and_then(Value::as_f64);
        let (least, most) = match schema.get("format").and_then(Value::as_str) {
            Some("int8") => (Some(f64::from(i8::MIN)), Some(f64::from(i8::MAX))),
            Some("int16") => (Some(f64::from(i16::MIN)), Some(f64::from(i16::MAX))),
            Some("int32") => (Some(f64::from(i32::MIN)), Some(f64::from(i32::MAX))),
            Some("uint8") => (Some(0.0), Some(f64::from(u8::MAX))),
            Some("uint16") => (Some(0.0), Some(f64::from(u16::MAX))),
            Some("uint32") => (Some(0.0), Some(f64::from(u32::MAX))),
            Some("uint64" | "uint") => (Some(0.0), None),
            _ => (None, None),
        };
        let (above, below) = (limit("exclusiveMinimum"), limit("exclusiveMaximum"));
        let range = Self {
            least: limit("minimum").or(above).or(least),
            most: limit("maximum").or(below).or(most),
            excludes: (above.is_some(), below.is_some()),
        };
        let has_length = ["minLength", "maxLength"].iter().any(|key| schema.get(key).is_some());
        (range.least.is_some() || range.most.is_some() || has_length).then_some(range)
    }

    /// Whether a number, or the length of a text, is in the range.
    pub(crate) fn contains(&self, schema: &Value, value: &Value) -> bool {
        match value {
            Value::Number(number) => {
                let Some(number) = number.as_f64() else { return true };
                let (without_least, without_most) = self.excludes;
                let is_above = |least| if without_least { number > least } else { number >= least };
                let is_below = |most| if without_most { number < most } else { number <= most };
                self.least.is_none_or(is_above) && self.most.is_none_or(is_below)
            }
            Value::String(text) => {
                length_of(schema, "minLength", "maxLength").contains(&text.chars().count())
            }
            _ => true,
        }
    }
}

/// The lengths that a schema allows.
pub(crate) fn length_of(schema: &Value, least: &str, most: &str) -> RangeInclusive<usize> {
    let limit = |key: &str| {
        let limit = schema.get(key).and_then(Value::as_u64)?;
        Some(usize::try_from(limit).unwrap_or(usize::MAX))
    };
    limit(least).unwrap_or(0)..=limit(most).unwrap_or(usize::MAX)
}

/// Whether a schema allows a type.
pub(crate) fn allows_type(schema: &Value, name: &str) -> bool {
    match schema.get("type") {
        Some(Value::String(other)) => other == name,
        Some(Value::Array(names)) => names.iter().any(|other| other == name),
        _ => false,
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
