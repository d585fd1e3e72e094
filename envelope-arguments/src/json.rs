//! JSON that remembers repeated keys, unlike `serde_json::Value`.

use std::collections::BTreeSet;
use std::fmt;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use crate::place::Place;
use crate::problems::{Problem, Problems};

/// The largest number of repeated keys that an answer names.
const MAX_REPEATED: usize = 256;

/// The key of `serde_json` for a number, with its feature `arbitrary_precision`.
const NUMBER: &str = "$serde_json::private::Number";

/// JSON that a client sent.
#[derive(Clone, Debug, Default)]
pub(crate) struct Json {
    pub(crate) value: Value,
    /// The paths of the keys that are given twice.
    pub(crate) repeated: BTreeSet<String>,
    /// For a form, the list of its pairs. The value is an object of texts, with the last value of each key.
    pub(crate) pairs: Option<Value>,
}

impl Json {
    /// Returns a problem for each key that is given twice.
    pub(crate) fn problems(&self, max_bytes: usize) -> Problems {
        let problems = self.repeated.iter().map(Problem::twice);
        Problems::new(problems.collect(), max_bytes).complete(self.repeated.len() < MAX_REPEATED)
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut repeated = BTreeSet::new();
        let node = Node { place: &Place::default(), repeated: &mut repeated };
        Ok(Self { value: node.deserialize(deserializer)?, repeated, pairs: None })
    }
}

/// Reads a value at a place.
struct Node<'n> {
    place: &'n Place<'n>,
    repeated: &'n mut BTreeSet<String>,
}

impl<'de> DeserializeSeed<'de> for Node<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

macro_rules! scalars {
    ($($visit:ident: $ty:ty,)*) => {$(
        fn $visit<E: Error>(self, value: $ty) -> Result<Value, E> {
            Ok(value.into())
        }
    )*};
}

impl<'de> Visitor<'de> for Node<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    scalars! {
        visit_bool: bool,
        visit_i64: i64,
        visit_u64: u64,
        visit_f64: f64,
        visit_str: &str,
        visit_string: String,
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        loop {
            let place = &self.place.index(items.len());
            match seq.next_element_seed(Node { place, repeated: &mut *self.repeated })? {
                Some(item) => items.push(item),
                None => return Ok(items.into()),
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(key) = map.next_key::<String>()? {
            let place = &self.place.key(&key);
            let value = map.next_value_seed(Node { place, repeated: &mut *self.repeated })?;
            if self.repeated.len() < MAX_REPEATED && object.contains_key(&key) {
                self.repeated.insert(place.to_string());
            }
            object.insert(key, value);
        }
        let is_number = object.len() == 1 && object.contains_key(NUMBER);
        let object = Value::Object(object);
        if is_number { Value::deserialize(object).map_err(Error::custom) } else { Ok(object) }
    }
}
