//! JSON text as calls of any serializer, for an envelope or a failure's fields inside of a larger message, or as a tree.
//!
//! The text is this crate's own, so it is one valid JSON value. Integers keep their exact value, or it is an error. Other numbers
//! become the nearest `f64`.

use std::borrow::Cow;
use std::cell::Cell;

use serde::Serialize;
use serde::ser::{Error, SerializeMap, SerializeSeq, Serializer};
use serde_json::{Map, Value};

use super::sink::{Form, Hole};
use super::tree::TreeData;

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
    Reader::new(holes, json).serialize(serializer)
}

/// The text as a tree, with the data in its places. A serializer would make the same, more slowly.
pub(super) fn tree_around(
    holes: &[Hole],
    json: &str,
    data: &mut TreeData<'_>,
) -> serde_json::Result<Value> {
    Reader::new(holes, json).tree(data)
}

/// A text of which each serialization takes one value.
struct Reader<'a> {
    json: &'a str,
    /// Where what is left of it begins.
    at: Cell<usize>,
    /// The places of data in the rest.
    holes: Cell<&'a [Hole]>,
    /// How many arrays and objects are open.
    depth: Cell<usize>,
}

impl<'a> Reader<'a> {
    fn new(holes: &'a [Hole], json: &'a str) -> Self {
        Self { json, at: Cell::new(0), holes: Cell::new(holes), depth: Cell::new(0) }
    }

    /// The next byte that is no white space.
    #[inline]
    fn peek(&self) -> Option<u8> {
        loop {
            let next = *self.json.as_bytes().get(self.at.get())?;
            // Only raw JSON has white space.
            if next > b' ' {
                return Some(next);
            }
            self.pass(1);
        }
    }

    /// Passes over bytes that are there.
    #[inline]
    fn pass(&self, len: usize) {
        self.at.set(self.at.get() + len);
    }

    /// Takes a punctuation mark, if it is next.
    #[inline]
    fn take(&self, mark: u8) -> bool {
        let is_next = self.peek() == Some(mark);
        self.pass(usize::from(is_next));
        is_next
    }

    /// The place of data, if it is next.
    fn next_hole(&self) -> Option<Form> {
        let hole = self.holes.get().first()?;
        let opening_quote = usize::from(hole.form != Form::Json);
        (hole.at == self.at.get() + opening_quote).then_some(hole.form)
    }

    /// Takes the place of data, if it is next.
    fn take_hole(&self) -> Option<Form> {
        let form = self.next_hole()?;
        self.pass(if form == Form::Json { 0 } else { "\"\"".len() });
        self.holes.set(self.holes.get().get(1..).unwrap_or_default());
        Some(form)
    }

    /// What is left of the text.
    fn rest(&self) -> &'a str {
        self.json.get(self.at.get()..).unwrap_or_default()
    }

    fn string<E: Error>(&self) -> Result<Cow<'a, str>, E> {
        self.peek();
        let text = self.rest();
        let contents = text.strip_prefix('"').unwrap_or_default();
        let end = contents.bytes().position(|byte| matches!(byte, b'"' | b'\\'));
        if let Some((contents, rest)) = end.and_then(|end| contents.split_at_checked(end))
            && rest.starts_with('"')
        {
            self.pass(contents.len() + 2);
            return Ok(contents.into());
        }
        let len = super::pretty::string_len(text);
        self.pass(len);
        let text = text.get(..len).unwrap_or_default();
        serde_json::from_str::<String>(text).map(Cow::Owned).map_err(E::custom)
    }

    fn number<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = self.rest();
        let end = text.find(|c: char| !c.is_ascii_alphanumeric() && !"+-.".contains(c));
        let text = end.and_then(|end| text.get(..end)).unwrap_or(text);
        self.pass(text.len());
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

    /// Takes the mark that opens an array or object, which is next.
    fn open<E: Error>(&self) -> Result<(), E> {
        self.pass(1);
        self.depth.set(self.depth.get() + 1);
        if self.depth.get() > MAX_DEPTH {
            return Err(E::custom(format_args!(
                "JSON is nested more than {MAX_DEPTH} levels deep"
            )));
        }
        Ok(())
    }

    /// Takes the mark that closes an array or object, if it is next and not after a place of data, which is empty.
    fn close(&self, mark: u8) -> bool {
        let is_closed = self.next_hole().is_none() && self.take(mark);
        if is_closed {
            self.depth.set(self.depth.get() - 1);
        }
        is_closed
    }

    /// Takes a value as a tree.
    fn tree(&self, data: &mut TreeData<'_>) -> serde_json::Result<Value> {
        if let Some(form) = self.take_hole() {
            return Ok(data.take(form));
        }
        match self.peek() {
            Some(b'{') => {
                self.open()?;
                let mut object = Map::new();
                while !self.close(b'}') {
                    let key = self.string()?.into_owned();
                    self.take(b':');
                    object.insert(key, self.tree(data)?);
                    self.take(b',');
                }
                Ok(object.into())
            }
            Some(b'[') => {
                self.open()?;
                let mut array = Vec::new();
                while !self.close(b']') {
                    array.push(self.tree(data)?);
                    self.take(b',');
                }
                Ok(array.into())
            }
            _ => self.scalar(serde_json::value::Serializer),
        }
    }

    /// Takes a value that is neither an array nor an object.
    fn scalar<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.peek() {
            Some(b'"') => serializer.serialize_str(&self.string()?),
            Some(b't') => {
                self.pass("true".len());
                serializer.serialize_bool(true)
            }
            Some(b'f') => {
                self.pass("false".len());
                serializer.serialize_bool(false)
            }
            Some(b'n') => {
                self.pass("null".len());
                serializer.serialize_unit()
            }
            Some(_) => self.number(serializer),
            None => Err(S::Error::custom("no JSON")),
        }
    }

    /// How much is left.
    fn left(&self) -> (usize, usize) {
        (self.rest().len(), self.holes.get().len())
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
        if let Some(form) = self.take_hole() {
            return form.serialize(serializer);
        }
        match self.peek() {
            Some(b'{') => {
                self.open()?;
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
                self.open()?;
                let mut seq = serializer.serialize_seq(None)?;
                while !self.close(b']') {
                    let before = self.left();
                    seq.serialize_element(self)?;
                    self.has_moved(before)?;
                    self.take(b',');
                }
                seq.end()
            }
            _ => self.scalar(serializer),
        }
    }
}
