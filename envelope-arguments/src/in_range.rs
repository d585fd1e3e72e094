//! Whether a value is in the range of its schema.

use serde_json::Value;

use crate::range::Range;
use crate::shape::Shape;

impl Shape {
    /// Whether a number, or the length of a text or a list, is in its range.
    pub(crate) fn has_in_range(&self, value: &Value) -> bool {
        let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX).into();
        match value {
            Value::Number(number) => {
                number.as_f64().is_none_or(|number| self.numbers.contains(number))
            }
            Value::String(_) if self.characters == Range::default() => true,
            Value::String(text) => self.characters.contains(count(text.chars().count())),
            Value::Array(items) => self.count.contains(count(items.len())),
            _ => true,
        }
    }

    /// Whether a text has its pattern.
    pub(crate) fn matches(&self, value: &Value) -> bool {
        let regex = self.pattern.as_ref().and_then(|pattern| pattern.regex.as_ref());
        regex.zip(value.as_str()).is_none_or(|(regex, text)| regex.is_match(text))
    }
}
