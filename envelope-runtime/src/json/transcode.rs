//! JSON text as calls of any serializer, for an envelope or a failure's fields inside of a larger message, or as a tree.
//!
//! The text is this crate's own, so it is one valid JSON value. Integers keep their exact value, or it is an error, except that a tree
//! has the nearest `f64` of one beyond 64 bits, as `serde_json` reads it. Other numbers become the nearest `f64`.

use std::borrow::Cow;
use std::cell::Cell;

use serde::Serialize;
use serde::ser::{Error, SerializeMap, SerializeSeq, Serializer};
use serde_json::{Map, Number, Value};

#[cfg(feature = "rmcp")]
use super::depth::compound_len;
use super::depth::{MAX_TRANSCODED_DEPTH, MAX_TREE_DEPTH, too_deep};
use super::escape::unescape;
use super::pretty::{indented, string_len};
use super::sink::{Form, Hole};

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

/// What a JSON text says, as a tree.
pub(crate) fn tree_of(json: &str) -> serde_json::Result<Value> {
    tree_around(&[], json, &mut TreeData::none())
}

/// The same for an object, with one of its entries as text, and not in the tree.
#[cfg(feature = "rmcp")]
pub(crate) fn tree_and_text<'a>(
    json: &'a str,
    name: &str,
) -> serde_json::Result<(Value, Option<&'a str>)> {
    let reader = Reader { max_depth: MAX_TREE_DEPTH, ..Reader::new(&[], json) };
    let mut text = None;
    let object = reader.object(|key| {
        if key == name {
            text = Some(reader.text());
            return Ok(None);
        }
        reader.tree(&mut TreeData::none()).map(Some)
    })?;
    Ok((object.into(), text))
}

/// The same for a text with places for a tool's data.
pub(super) fn tree_around(
    holes: &[Hole],
    json: &str,
    data: &mut TreeData<'_>,
) -> serde_json::Result<Value> {
    Reader { max_depth: MAX_TREE_DEPTH, ..Reader::new(holes, json) }.tree(data)
}

/// A tool's data, for the tree of an envelope.
#[derive(Debug)]
pub(super) struct TreeData<'a> {
    pub(super) value: Value,
    /// Whether the value will be in one place of the envelope. In most it is.
    pub(super) is_in_one_place: bool,
    /// The same as text.
    pub(super) text: &'a str,
}

impl TreeData<'_> {
    fn none() -> Self {
        Self { value: Value::Null, is_in_one_place: true, text: "" }
    }

    /// The data for a place in the envelope.
    fn take(&mut self, form: Form) -> Value {
        match form {
            Form::Json if self.is_in_one_place => std::mem::take(&mut self.value),
            Form::Json => self.value.clone(),
            Form::Text => self.text.into(),
            Form::PrettyText => indented(self.text).into(),
        }
    }
}

/// A text of which each serialization takes one value.
struct Reader<'a> {
    json: &'a str,
    /// Where what is left of it begins.
    at: Cell<usize>,
    /// The places of data in the rest.
    holes: Cell<&'a [Hole]>,
    /// How many arrays and objects are open, and how many may be.
    depth: Cell<usize>,
    max_depth: usize,
}

impl<'a> Reader<'a> {
    fn new(holes: &'a [Hole], json: &'a str) -> Self {
        Self {
            json,
            at: Cell::new(0),
            holes: Cell::new(holes),
            depth: Cell::new(0),
            max_depth: MAX_TRANSCODED_DEPTH,
        }
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
        if let Some((contents, len)) = text.strip_prefix('"').and_then(unescape) {
            self.pass(len + 2);
            return Ok(contents);
        }
        let len = string_len(text);
        self.pass(len);
        let text = text.get(..len).unwrap_or_default();
        serde_json::from_str::<String>(text).map(Cow::Owned).map_err(E::custom)
    }

    /// Takes the text of a number or a word.
    fn digits(&self) -> &'a str {
        let text = self.rest();
        let is_other = |byte: u8| !byte.is_ascii_alphanumeric() && !b"+-.".contains(&byte);
        let text =
            text.bytes().position(is_other).map_or(text, |end| text.get(..end).unwrap_or_default());
        self.pass(text.len());
        text
    }

    /// Takes the mark that opens an array or object, which is next.
    fn open<E: Error>(&self) -> Result<(), E> {
        self.pass(1);
        self.depth.set(self.depth.get() + 1);
        if self.depth.get() > self.max_depth {
            return Err(too_deep(self.max_depth));
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
            Some(b'{') => self.object(|_| self.tree(data).map(Some)).map(Value::from),
            Some(b'[') => {
                self.open()?;
                let mut array = Vec::new();
                while !self.close(b']') {
                    array.push(self.tree(data)?);
                    self.take(b',');
                }
                Ok(array.into())
            }
            Some(b'"') => Ok(self.string()?.into_owned().into()),
            Some(b'-' | b'0'..=b'9') => tree_number(self.digits()),
            _ => self.scalar(serde_json::value::Serializer),
        }
    }

    /// Takes an object, with the values of its entries as they are taken.
    fn object(
        &self,
        mut take: impl FnMut(&str) -> serde_json::Result<Option<Value>>,
    ) -> serde_json::Result<Map<String, Value>> {
        self.open()?;
        let mut object = Map::new();
        while !self.close(b'}') {
            let key = self.string()?;
            self.take(b':');
            if let Some(value) = take(&key)? {
                object.insert(key.into_owned(), value);
            }
            self.take(b',');
        }
        Ok(object)
    }

    /// Takes a value as text.
    #[cfg(feature = "rmcp")]
    fn text(&self) -> &'a str {
        let first = self.peek();
        let rest = self.rest();
        let len = match first {
            Some(b'[' | b'{') => compound_len(rest),
            Some(b'"') => string_len(rest),
            _ => return self.digits(),
        };
        self.pass(len);
        rest.get(..len).unwrap_or_default()
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
            Some(_) => number(self.digits(), serializer),
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

/// Serializes what the text of a number says.
fn number<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
    // No integer is -0.
    if text == "-0" || text.bytes().any(|byte| matches!(byte, b'.' | b'e' | b'E')) {
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

/// The number in a tree, which has no integers beyond 64 bits.
fn tree_number(text: &str) -> serde_json::Result<Value> {
    number(text, serde_json::value::Serializer).or_else(|error| {
        let nearest = text.parse().ok().and_then(Number::from_f64);
        nearest.map(Value::Number).ok_or(error)
    })
}
