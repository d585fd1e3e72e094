//! Describes the expectation of a schema in words.

use crate::shape::{Link, Shape};
use crate::words::{any_of, list};

/// The largest depth of a description: `a list of lists of integers`.
const MAX_DEPTH: usize = 3;

/// The largest number of an object's keys in a description.
const MAX_KEYS: usize = 8;

impl Shape {
    /// The expectation, such as `an integer from 1 to 100`. It is empty if any value is expected.
    pub(crate) fn described(&self) -> String {
        self.described_at(0)
    }

    fn described_at(&self, depth: usize) -> String {
        if !self.words.is_empty() {
            return any_of(self.words.iter().copied());
        }
        if depth > MAX_DEPTH {
            return String::new();
        }
        if let Some(forms) = self.forms.first()
            && self.properties.is_empty()
        {
            return either(forms, depth);
        }
        let types = ["boolean", "integer", "number", "string", "array", "object"];
        let types = types.iter().filter(|name| self.allows(name));
        let types: Vec<_> = types.map(|name| self.described_type(name, depth)).collect();
        match self.all.as_slice() {
            [only] if types.is_empty() => only.shape().described_at(depth + 1),
            _ if types.is_empty() && self.is_null() => "null".to_owned(),
            _ => types.join(" or "),
        }
    }

    fn described_type(&self, name: &str, depth: usize) -> String {
        match name {
            "boolean" => "`true` or `false`".to_owned(),
            "integer" => format!("an integer{}", self.numbers.numbers()),
            "number" => format!("a number{}", self.numbers.numbers()),
            "string" => self.described_text(),
            "array" => self.described_list(depth),
            _ => self.described_object(),
        }
    }

    fn described_text(&self) -> String {
        let format = match self.format {
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
                let length = self.characters.lengths("characters");
                let pattern = self.pattern.as_ref();
                let pattern = pattern.map(|pattern| format!(" that matches `{}`", pattern.text));
                return format!("a string{length}{}", pattern.unwrap_or_default());
            }
        };
        format.to_owned()
    }

    fn described_list(&self, depth: usize) -> String {
        let described = |item: &Link| item.shape().described_at(depth + 1);
        let first: Vec<_> = self.first.iter().map(described).collect();
        match first.as_slice() {
            [] => {}
            [item, rest @ ..] if !rest.is_empty() && rest.iter().all(|other| other == item) => {
                return format!("a list of {} items, each item {item}", first.len());
            }
            _ => return format!("a list of {}", first.join(" and ")),
        }
        let length = self.count.lengths("items");
        match self.items.as_ref().map(described).filter(|item| !item.is_empty()) {
            Some(item) => format!("a list{length}, each item {item}"),
            None => format!("a list{length}"),
        }
    }

    fn described_object(&self) -> String {
        match self.required.get(..MAX_KEYS).unwrap_or(&self.required) {
            [] => "an object".to_owned(),
            names => format!("an object with {}", list(names.iter().copied(), "and")),
        }
    }
}

/// Describes a choice of several schemas, without `null`.
pub(crate) fn either(forms: &[Link], depth: usize) -> String {
    let (mut words, mut others) = (Vec::new(), Vec::new());
    for form in forms.iter().map(|form| form.shape()).filter(|form| !form.is_null()) {
        words.extend(&form.words);
        let other = form.described_at(depth + 1);
        if form.words.is_empty() && !other.is_empty() && !others.contains(&other) {
            others.push(other);
        }
    }
    if !words.is_empty() {
        others.insert(0, any_of(words));
    }
    others.join(" or ")
}
