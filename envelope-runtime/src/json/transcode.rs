//! JSON text as calls of any serializer, for an envelope or a failure's fields inside of a larger message.
//!
//! The text is this crate's own, so it is one valid JSON value. Integers keep their exact value, or it is an error. Other numbers
//! become the nearest `f64`.

use std::borrow::Cow;
use std::cell::Cell;

use serde::Serialize;
use serde::ser::{Error, SerializeMap, SerializeSeq, Serializer};

use super::sink::{Form, Hole};

/// How many arrays and objects may be inside of each other. Raw JSON in a text can be of any depth, and each level takes some of
/// the stack. `serde_json` reads 128 levels.
pub(super) const MAX_DEPTH: usize = 256;

/// Serializes what a JSON text says.
pub(crate) fn transcode<S: Serializer>(json: &str, serializer: S) -> Result<S::Ok, S::Error> {
    transcode_around(&[], json, serializer)
}

/// The same for a text with places for a tool's data. In each of them there is nothing where a value would be, or an empty string.
pub(super) fn transcode_around<S: Serializer>(
    holes: &[Hole],
    json: &str,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let (len, rest) = (json.len(), Cell::new(json));
    Reader { len, rest, holes: Cell::new(holes), depth: Cell::new(0) }.serialize(serializer)
}

/// What is left of a text. Each serialization takes one value.
struct Reader<'a> {
    /// The length of the whole.
    len: usize,
    rest: Cell<&'a str>,
    /// The places of data in the rest.
    holes: Cell<&'a [Hole]>,
    /// How many arrays and objects are open.
    depth: Cell<usize>,
}

impl<'a> Reader<'a> {
    /// The next byte that is no white space.
    fn peek(&self) -> Option<u8> {
        let first = self.rest.get().as_bytes().first().copied();
        // Only raw JSON has white space.
        if first.is_some_and(|byte| byte > b' ') {
            return first;
        }
        self.rest.set(self.rest.get().trim_start_matches([' ', '\n', '\r', '\t']));
        self.rest.get().as_bytes().first().copied()
    }

    /// Takes a punctuation mark, if it is next.
    fn take(&self, mark: u8) -> bool {
        let is_next = self.peek() == Some(mark);
        if is_next {
            self.take_to(1);
        }
        is_next
    }

    /// Takes the place of data, if it is next.
    fn hole(&self) -> Option<Form> {
        let (hole, holes) = self.holes.get().split_first()?;
        let at = self.len - self.rest.get().len();
        let quotes = if hole.form == Form::Json { "" } else { "\"\"" };
        if hole.at != at + quotes.len() / 2 {
            return None;
        }
        self.take_to(quotes.len());
        self.holes.set(holes);
        Some(hole.form)
    }

    /// Takes bytes up to an index.
    fn take_to(&self, end: usize) -> &'a str {
        let (taken, rest) = self.rest.get().split_at_checked(end).unwrap_or((self.rest.get(), ""));
        self.rest.set(rest);
        taken
    }

    fn string<E: Error>(&self) -> Result<Cow<'a, str>, E> {
        self.peek();
        let text = self.take_to(super::pretty::string_len(self.rest.get()));
        match text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) {
            Some(contents) if !contents.as_bytes().contains(&b'\\') => Ok(contents.into()),
            _ => serde_json::from_str::<String>(text).map(Cow::Owned).map_err(E::custom),
        }
    }

    fn number<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = self.rest.get();
        let end = text.find(|c: char| !c.is_ascii_alphanumeric() && !"+-.".contains(c));
        let text = self.take_to(end.unwrap_or(text.len()));
        // No integer is -0.
        if text == "-0" || text.contains(['.', 'e', 'E']) {
            return match text.parse::<f64>() {
                Ok(number) if number.is_finite() => serializer.serialize_f64(number),
                _ => Err(S::Error::custom("number out of range")),
            };
        }
        if let Ok(number) = text.parse::<u64>() {
            serializer.serialize_u64(number)
        } else if let Ok(number) = text.parse::<i64>() {
            serializer.serialize_i64(number)
        } else if let Ok(number) = text.parse::<u128>() {
            serializer.serialize_u128(number)
        } else if let Ok(number) = text.parse::<i128>() {
            serializer.serialize_i128(number)
        } else {
            Err(S::Error::custom("number out of range"))
        }
    }

    /// Takes the mark that opens an array or object.
    fn open<E: Error>(&self, mark: u8) -> Result<(), E> {
        self.take(mark);
        self.depth.set(self.depth.get() + 1);
        if self.depth.get() > MAX_DEPTH {
            return Err(E::custom(format_args!(
                "JSON is nested more than {MAX_DEPTH} levels deep"
            )));
        }
        Ok(())
    }

    /// Takes the mark that closes an array or object, if it is next.
    fn close(&self, mark: u8) -> bool {
        let is_closed = self.take(mark);
        if is_closed {
            self.depth.set(self.depth.get() - 1);
        }
        is_closed
    }

    /// How much is left.
    fn left(&self) -> (usize, usize) {
        (self.rest.get().len(), self.holes.get().len())
    }

    /// Whether the value of an element was taken: a serializer that passes over one would make a loop endless.
    fn has_moved<E: Error>(&self, before: (usize, usize)) -> Result<(), E> {
        if self.left() < before {
            return Ok(());
        }
        Err(E::custom("a serializer passed over an element"))
    }
}

impl Serialize for Reader<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Some(form) = self.hole() {
            return form.serialize(serializer);
        }
        match self.peek() {
            Some(b'{') => {
                self.open(b'{')?;
                let mut map = serializer.serialize_map(None)?;
                while !self.close(b'}') {
                    let key = self.string()?;
                    self.take(b':');
                    let before = self.left();
                    map.serialize_entry(key.as_ref(), self)?;
                    self.has_moved(before)?;
                    self.take(b',');
                }
                map.end()
            }
            Some(b'[') => {
                self.open(b'[')?;
                let mut seq = serializer.serialize_seq(None)?;
                while !self.close(b']') {
                    let before = self.left();
                    seq.serialize_element(self)?;
                    self.has_moved(before)?;
                    self.take(b',');
                }
                seq.end()
            }
            Some(b'"') => serializer.serialize_str(&self.string()?),
            Some(b't') => {
                self.take_to("true".len());
                serializer.serialize_bool(true)
            }
            Some(b'f') => {
                self.take_to("false".len());
                serializer.serialize_bool(false)
            }
            Some(b'n') => {
                self.take_to("null".len());
                serializer.serialize_unit()
            }
            Some(_) => self.number(serializer),
            None => Err(S::Error::custom("no JSON")),
        }
    }
}
