//! JSON text as calls of any serializer, for an envelope or a failure's fields inside of a larger message.
//!
//! The text is this crate's own, so it is one valid JSON value. Numbers keep their exact value, or it is an error.

use std::borrow::Cow;
use std::cell::Cell;

use serde::Serialize;
use serde::ser::{Error, SerializeMap, SerializeSeq, Serializer};

/// Serializes what a JSON text says.
pub(crate) fn transcode<S: Serializer>(json: &str, serializer: S) -> Result<S::Ok, S::Error> {
    Reader(Cell::new(json)).serialize(serializer)
}

/// What is left of a text. Each serialization takes one value.
struct Reader<'a>(Cell<&'a str>);

impl<'a> Reader<'a> {
    /// The next character that is no white space.
    fn peek(&self) -> Option<char> {
        self.0.set(self.0.get().trim_start_matches([' ', '\n', '\r', '\t']));
        self.0.get().chars().next()
    }

    /// Takes a punctuation mark, if it is next.
    fn take(&self, mark: char) -> bool {
        self.peek();
        let rest = self.0.get().strip_prefix(mark);
        self.0.set(rest.unwrap_or(self.0.get()));
        rest.is_some()
    }

    /// Takes bytes up to an index.
    fn take_to(&self, end: usize) -> &'a str {
        let (taken, rest) = self.0.get().split_at_checked(end).unwrap_or((self.0.get(), ""));
        self.0.set(rest);
        taken
    }

    fn string<E: Error>(&self) -> Result<Cow<'a, str>, E> {
        self.peek();
        let text = self.take_to(super::pretty::string_len(self.0.get()));
        match text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) {
            Some(contents) if !contents.contains('\\') => Ok(contents.into()),
            _ => serde_json::from_str::<String>(text).map(Cow::Owned).map_err(E::custom),
        }
    }

    fn number<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = self.0.get();
        let end = text.find(|c: char| !c.is_ascii_alphanumeric() && !"+-.".contains(c));
        let text = self.take_to(end.unwrap_or(text.len()));
        if text.contains(['.', 'e', 'E']) {
            return match text.parse::<f64>() {
                Ok(number) if number.is_finite() => serializer.serialize_f64(number),
                _ => Err(S::Error::custom("number out of range")),
            };
        }
        if let Ok(number) = text.parse() {
            serializer.serialize_u64(number)
        } else if let Ok(number) = text.parse() {
            serializer.serialize_i64(number)
        } else if let Ok(number) = text.parse() {
            serializer.serialize_u128(number)
        } else if let Ok(number) = text.parse() {
            serializer.serialize_i128(number)
        } else {
            Err(S::Error::custom("number out of range"))
        }
    }

    /// Whether the value of an element was taken: a serializer that passes over one would make a loop endless.
    fn has_moved<E: Error>(&self, before: &str) -> Result<(), E> {
        if self.0.get().len() < before.len() {
            return Ok(());
        }
        Err(E::custom("a serializer passed over an element"))
    }
}

impl Serialize for Reader<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.peek() {
            Some('{') => {
                self.take('{');
                let mut map = serializer.serialize_map(None)?;
                while !self.take('}') {
                    let key = self.string()?;
                    self.take(':');
                    let before = self.0.get();
                    map.serialize_entry(key.as_ref(), self)?;
                    self.has_moved(before)?;
                    self.take(',');
                }
                map.end()
            }
            Some('[') => {
                self.take('[');
                let mut seq = serializer.serialize_seq(None)?;
                while !self.take(']') {
                    let before = self.0.get();
                    seq.serialize_element(self)?;
                    self.has_moved(before)?;
                    self.take(',');
                }
                seq.end()
            }
            Some('"') => serializer.serialize_str(&self.string()?),
            Some('t') => {
                self.take_to("true".len());
                serializer.serialize_bool(true)
            }
            Some('f') => {
                self.take_to("false".len());
                serializer.serialize_bool(false)
            }
            Some('n') => {
                self.take_to("null".len());
                serializer.serialize_unit()
            }
            Some(_) => self.number(serializer),
            None => Err(S::Error::custom("no JSON")),
        }
    }
}
