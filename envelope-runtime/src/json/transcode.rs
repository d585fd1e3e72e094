//! Passes JSON text to any serializer, for an envelope or a failure's fields inside of a larger message, or reads it as a tree.
//!
//! The text is this crate's own, so it is one valid JSON value. Integers keep their exact value, or the call fails. Only in a tree, an
//! integer beyond 64 bits becomes the nearest `f64`, as when `serde_json` reads it. Other numbers become the nearest `f64`.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::ops::Range;

use serde::Serialize;
#[cfg(feature = "rmcp3")]
use serde::de::IgnoredAny;
use serde::ser::{Error, SerializeMap, SerializeSeq, Serializer};
use serde_json::{Map, Number, Value};

use super::depth::{MAX_READ_DEPTH, too_deep};
use super::is_data::ENVELOPE;
use super::pretty::string_len;
use super::repeated_keys::{repeated, written_twice};

/// Serializes the value of a JSON text.
pub(crate) fn transcode<S: Serializer>(json: &str, serializer: S) -> Result<S::Ok, S::Error> {
    Reader::new(json).serialize(serializer)
}

/// [`transcode`] of an envelope, which the data of a tool must not contain. Each part of the envelope also has its name, since
/// flattening hides the name of the whole.
pub(crate) fn transcode_answer<S: Serializer>(
    json: &str,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let reader = Reader { is_answer: true, ..Reader::new(json) };
    reader.serialize(serializer)
}

/// The value of a JSON text, as a tree.
pub(crate) fn tree_of(json: &str) -> serde_json::Result<Value> {
    Reader::new(json).tree()
}

/// Fails if an object of a JSON text has a key twice. One part of the text is not searched.
pub(crate) fn check_unique_keys(json: &str, part: Range<usize>) -> serde_json::Result<()> {
    Reader::around(json, [Some(Known { range: part, tree: Value::Null }), None]).pass_unique()
}

/// Whether a JSON text has the value of a tree, including the exact numbers.
#[cfg(feature = "rmcp3")]
pub(crate) fn is_tree(json: &str, tree: &Value) -> bool {
    // A tree has the last value of a key that is written twice.
    let is_json = serde_json::from_str::<IgnoredAny>(json).is_ok();
    let is_unique = || check_unique_keys(json, 0..0).is_ok();
    is_json && is_unique() && Reader::new(json).exact().tree().is_ok_and(|read| read == *tree)
}

/// A part of a JSON text: a value whose tree exists already.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    pub(crate) range: Range<usize>,
    pub(crate) tree: Value,
}

/// A reader of JSON text. Each serialization, and each tree, takes the next value.
pub(crate) struct Reader<'a> {
    json: &'a str,
    /// The offset of the rest.
    at: Cell<usize>,
    /// The parts of the rest that are known.
    known: RefCell<[Option<Known>; 2]>,
    /// How many arrays and objects are open.
    depth: Cell<usize>,
    /// Whether the text is the answer of a tool.
    is_answer: bool,
    /// Whether an integer that a tree cannot hold exactly is an error.
    is_exact: bool,
}

impl<'a> Reader<'a> {
    /// Reads a text with parts whose trees exist already, without reading these parts again. Empty parts are ignored.
    pub(crate) fn around(json: &'a str, known: [Option<Known>; 2]) -> Self {
        Self { known: RefCell::new(known), ..Self::new(json) }
    }

    pub(super) fn new(json: &'a str) -> Self {
        Self {
            json,
            at: Cell::new(0),
            known: RefCell::default(),
            depth: Cell::new(0),
            is_answer: false,
            is_exact: false,
        }
    }

    /// Makes an integer that a tree cannot hold exactly an error.
    #[cfg(feature = "rmcp3")]
    pub(crate) fn exact(self) -> Self {
        Self { is_exact: true, ..self }
    }

    /// The next byte that is not white space.
    #[inline]
    pub(super) fn peek(&self) -> Option<u8> {
        loop {
            let next = *self.json.as_bytes().get(self.at.get())?;
            // Only raw JSON has white space.
            if next > b' ' {
                return Some(next);
            }
            self.pass(1);
        }
    }

    /// Passes over the next `len` bytes.
    #[inline]
    pub(super) fn pass(&self, len: usize) {
        self.at.set(self.at.get() + len);
    }

    /// Takes a punctuation mark, if it is next.
    #[inline]
    fn take(&self, mark: u8) -> bool {
        let is_next = self.peek() == Some(mark);
        self.pass(usize::from(is_next));
        is_next
    }

    /// Takes the part that is known, if it is next.
    fn take_known(&self) -> Option<Value> {
        let at = self.at.get();
        let is_next = |part: &mut Known| part.range.start == at && !part.range.is_empty();
        let mut known = self.known.borrow_mut();
        let Known { range, tree } = known.iter_mut().find_map(|part| part.take_if(is_next))?;
        self.at.set(range.end);
        Some(tree)
    }

    /// The offset of the rest.
    pub(super) fn offset(&self) -> usize {
        self.at.get()
    }

    /// The rest of the text.
    pub(super) fn rest(&self) -> &'a str {
        self.json.get(self.at.get()..).unwrap_or_default()
    }

    fn string<E: Error>(&self) -> Result<Cow<'a, str>, E> {
        self.peek();
        let text = self.rest();
        let text = text.get(..string_len(text)).unwrap_or_default();
        self.pass(text.len());
        let contents = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
        if let Some(plain) = contents.filter(|contents| !contents.contains('\\')) {
            return Ok(plain.into());
        }
        serde_json::from_str::<String>(text).map(Cow::Owned).map_err(E::custom)
    }

    /// Takes the text of a number or a word.
    pub(super) fn digits(&self) -> &'a str {
        let text = self.rest();
        let is_other = |byte: u8| !byte.is_ascii_alphanumeric() && !b"+-.".contains(&byte);
        let text =
            text.bytes().position(is_other).map_or(text, |end| text.get(..end).unwrap_or_default());
        self.pass(text.len());
        text
    }

    /// Takes the mark that opens an array or object.
    fn open<E: Error>(&self, mark: u8) -> Result<(), E> {
        if !self.take(mark) {
            return Err(E::custom(format_args!("expected `{}`", char::from(mark))));
        }
        self.depth.set(self.depth.get() + 1);
        if self.depth.get() > MAX_READ_DEPTH {
            return Err(too_deep(MAX_READ_DEPTH));
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

    /// Takes the comma after an element, unless the array or object ends. A serializer that passes over an element would make a loop
    /// endless.
    fn separate<E: Error>(&self, end: u8) -> Result<(), E> {
        if self.take(b',') || self.peek() == Some(end) {
            return Ok(());
        }
        Err(E::custom("a serializer passed over an element"))
    }

    /// Takes an array, with a function that takes an item.
    pub(crate) fn items<E: Error>(
        &self,
        mut take_item: impl FnMut(&Self) -> Result<(), E>,
    ) -> Result<(), E> {
        self.open(b'[')?;
        while !self.close(b']') {
            take_item(self)?;
            self.separate(b']')?;
        }
        Ok(())
    }

    /// Takes an object, with a function that takes the value of a key.
    pub(crate) fn entries<E: Error>(
        &self,
        mut take_value: impl FnMut(Cow<'a, str>, &Self) -> Result<(), E>,
    ) -> Result<(), E> {
        self.open(b'{')?;
        while !self.close(b'}') {
            let key = self.string()?;
            self.take(b':');
            take_value(key, self)?;
            self.separate(b'}')?;
        }
        Ok(())
    }

    /// Takes a value as a tree.
    pub(crate) fn tree(&self) -> serde_json::Result<Value> {
        if let Some(tree) = self.take_known() {
            return Ok(tree);
        }
        match self.peek() {
            Some(b'{') => {
                let mut object = Map::new();
                self.entries(|key, value| {
                    object.insert(key.into_owned(), value.tree()?);
                    Ok(())
                })?;
                Ok(object.into())
            }
            Some(b'[') => {
                let mut array = Vec::new();
                self.items(|item| {
                    array.push(item.tree()?);
                    Ok(())
                })?;
                Ok(array.into())
            }
            Some(b'"') => Ok(self.string()?.into_owned().into()),
            Some(b'-' | b'0'..=b'9') => self.tree_number(),
            _ => self.scalar(serde_json::value::Serializer),
        }
    }

    /// Takes an object, with a function that takes a key and the JSON of its value.
    pub(crate) fn raw_entries(
        &self,
        mut take: impl FnMut(&str, &'a str),
    ) -> serde_json::Result<()> {
        self.entries(|key, value| {
            let rest = value.rest();
            value.pass_unique()?;
            take(&key, rest.get(..rest.len() - value.rest().len()).unwrap_or_default().trim());
            Ok(())
        })
    }

    /// Passes over a value, which is an error if an object in it has a key twice.
    fn pass_unique(&self) -> serde_json::Result<()> {
        if self.take_known().is_some() {
            return Ok(());
        }
        match self.peek() {
            Some(b'{') => {
                let mut keys = Vec::new();
                self.entries(|key, value| {
                    keys.push(key);
                    value.pass_unique()
                })?;
                match repeated(keys.iter().map(|key| &**key)) {
                    Some(key) => Err(written_twice(key)),
                    None => Ok(()),
                }
            }
            Some(b'[') => self.items(Self::pass_unique),
            Some(b'"') => {
                self.pass(string_len(self.rest()));
                Ok(())
            }
            _ if self.digits().is_empty() => Err(serde_json::Error::custom("no JSON")),
            _ => Ok(()),
        }
    }

    /// Takes a number as a part of a tree, which has no integers beyond 64 bits.
    fn tree_number(&self) -> serde_json::Result<Value> {
        let text = self.digits();
        number(text, serde_json::value::Serializer).or_else(|error| {
            let nearest = text.parse().ok().filter(|_| !self.is_exact).and_then(Number::from_f64);
            nearest.map(Value::Number).ok_or(error)
        })
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
}

impl Serialize for Reader<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.is_answer {
            serializer.serialize_newtype_struct(ENVELOPE, &Named(self))
        } else {
            self.serialize_value(serializer)
        }
    }
}

/// A value in an envelope, which serializes under the name of an envelope.
struct Named<'r, 'a>(&'r Reader<'a>);

impl Serialize for Named<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize_value(serializer)
    }
}

impl Reader<'_> {
    fn serialize_value<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.peek() {
            Some(b'{') => {
                let mut map = serializer.serialize_map(None)?;
                self.entries(|key, value| map.serialize_entry(key.as_ref(), value))?;
                map.end()
            }
            Some(b'[') => {
                let mut seq = serializer.serialize_seq(None)?;
                self.items(|item| seq.serialize_element(item))?;
                seq.end()
            }
            _ => self.scalar(serializer),
        }
    }
}

/// Serializes the value of a number's text.
pub(super) fn number<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
    // An integer cannot be -0.
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
