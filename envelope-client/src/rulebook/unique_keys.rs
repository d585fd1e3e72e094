//! Checks that no object of an envelope repeats a key, not even in the tool's data.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

use super::node::{Node, Token};
use super::report::Report;
use super::violation::Rule;
use crate::text::without_mark;

/// Checks the JSON text, since parsing has already dropped repeated keys from the value.
pub(crate) fn unique_keys(text: &str, rule: &Rule, report: &mut Report) {
    let mut json = serde_json::Deserializer::from_str(without_mark(text));
    // The text has been parsed before, so there is no error.
    let _ = Walk { place: &Node::default(), rule, report }.deserialize(&mut json);
}

/// A walk through the values at a place.
struct Walk<'a> {
    place: &'a Node<'a>,
    rule: &'a Rule,
    report: &'a mut Report,
}

impl<'de> DeserializeSeed<'de> for Walk<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
        json.deserialize_any(self)
    }
}

/// Visits values without keys.
macro_rules! scalars {
    ($($visit:ident: $type:ty),*) => {$(
        fn $visit<E>(self, _: $type) -> Result<(), E> {
            Ok(())
        }
    )*};
}

impl<'de> Visitor<'de> for Walk<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        let Self { place, rule, report } = self;
        for index in 0.. {
            let place = &place.at(Token::Index(index), None);
            if items.next_element_seed(Walk { place, rule, report })?.is_none() {
                break;
            }
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        let Self { place, rule, report } = self;
        let mut keys = HashSet::new();
        while let Some(key) = entries.next_key::<Cow<'de, str>>()? {
            let token = Token::Key(&key);
            if keys.contains(&key) {
                let value: Value = entries.next_value()?;
                report.require(false, rule, &place.at(token, Some(&value)));
            } else {
                entries.next_value_seed(Walk { place: &place.at(token, None), rule, report })?;
                keys.insert(key);
            }
        }
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    scalars!(visit_bool: bool, visit_i64: i64, visit_u64: u64, visit_f64: f64, visit_str: &str);
}
