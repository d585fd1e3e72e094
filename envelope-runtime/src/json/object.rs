//! Objects that are written entry by entry: the envelopes of this crate, and what is in them.

use std::fmt::Display;

use serde::ser::{Error as _, Serialize, Serializer};
use serde_json::{Error, Result};

use super::data::{Data, DataText};
use super::escape::{push_contents, push_end_of_string};
use super::raw::Raw;
use super::sink::{Form, Hole, Sink, Text, push_hole};
use super::transcode::transcode_around;
use super::writer::append;

/// The name of an entry as it is written: after a brace, or after a comma.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Name {
    pub(crate) first: &'static str,
    pub(crate) next: &'static str,
    /// The same with the quotation mark before a string.
    pub(crate) first_string: &'static str,
    pub(crate) next_string: &'static str,
}

/// The name of an entry in a contract, which has nothing to escape. It is put together when compiling, and written in one piece.
macro_rules! name {
    ($name:literal) => {
        $crate::json::Name {
            first: concat!("{\"", $name, "\":"),
            next: concat!(",\"", $name, "\":"),
            first_string: concat!("{\"", $name, "\":\""),
            next_string: concat!(",\"", $name, "\":\""),
        }
    };
}
pub(crate) use name;

/// An entry of a contract that is always the same: `constant!("success": true)`. It is written in one piece, too.
macro_rules! constant {
    ($name:literal: $value:tt) => {
        $crate::json::Constant {
            first: concat!("{\"", $name, "\":", stringify!($value)),
            next: concat!(",\"", $name, "\":", stringify!($value)),
        }
    };
}
pub(crate) use constant;

/// What [`constant`] makes: an entry with its value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Constant {
    pub(crate) first: &'static str,
    pub(crate) next: &'static str,
}

/// Appends an object with the entries that are written here. If it has none, nothing is appended. The places of a tool's data
/// become holes.
#[inline]
pub(super) fn append_object(
    text: &mut String,
    holes: &mut Vec<Hole>,
    write: impl FnOnce(&mut Entries<'_>),
) -> Result<()> {
    let mut defect = None;
    let start = text.len();
    Entries { text, start, holes, defect: &mut defect }.finish(write);
    defect.map_or(Ok(()), Err)
}

/// The entries of an object that is being written.
#[derive(Debug)]
pub(crate) struct Entries<'a> {
    text: &'a mut String,
    /// Where they begin in the text.
    start: usize,
    /// Where in the text a tool's data is to be inserted.
    holes: &'a mut Vec<Hole>,
    /// Why a value could not be written.
    defect: &'a mut Option<Error>,
}

impl Entries<'_> {
    /// Writes the entries, and the closing brace if there are any.
    #[inline]
    fn finish(mut self, write: impl FnOnce(&mut Self)) -> bool {
        write(&mut self);
        let has_entries = self.text.len() > self.start;
        if has_entries {
            self.text.push('}');
        }
        has_entries
    }

    #[inline]
    fn name(&mut self, name: Name) {
        self.begin(name.first, name.next);
    }

    #[inline]
    fn begin(&mut self, first: &'static str, next: &'static str) {
        let is_first = self.text.len() == self.start;
        self.text.push_str(if is_first { first } else { next });
    }

    /// Writes an entry that is always the same.
    #[inline]
    pub(crate) fn constant(&mut self, entry: Constant) {
        self.begin(entry.first, entry.next);
    }

    /// Leaves the place of a tool's data.
    #[inline]
    pub(crate) fn data(&mut self, name: Name, _: Data) {
        self.hole(name, Form::Json);
    }

    /// Leaves the place of a tool's data as a string.
    #[inline]
    pub(crate) fn data_text(&mut self, name: Name, text: DataText) {
        self.hole(name, text.form());
    }

    #[inline]
    fn hole(&mut self, name: Name, form: Form) {
        self.name(name);
        push_hole(self.text, self.holes, form);
    }

    /// Writes a string.
    #[inline]
    pub(crate) fn string(&mut self, name: Name, text: &str) {
        self.begin(name.first_string, name.next_string);
        push_end_of_string(self.text, text);
    }

    /// Writes a string if there is one.
    #[inline]
    pub(crate) fn optional_string(&mut self, name: Name, text: Option<&str>) {
        if let Some(text) = text {
            self.string(name, text);
        }
    }

    /// Writes a string of a label and a line, or two lines. It is not formatted, which would take longer than writing it.
    #[inline]
    pub(crate) fn lines(&mut self, name: Name, label: &str, first: &str, second: Option<&str>) {
        self.begin(name.first_string, name.next_string);
        push_contents(self.text, label);
        push_contents(self.text, first);
        if let Some(second) = second {
            self.text.push_str("\\n");
            push_contents(self.text, second);
        }
        self.text.push('"');
    }

    /// Writes a number.
    #[inline]
    pub(crate) fn number(&mut self, name: Name, number: u64) {
        self.name(name);
        Text { json: self.text, holes: None }.unsigned(number);
    }

    /// Writes a list, of which an empty one is not worth a serializer.
    #[inline]
    pub(crate) fn list(&mut self, name: Name, is_empty: bool, list: &impl Serialize) {
        if is_empty {
            self.raw(name, Raw("[]"));
        } else {
            self.value(name, list);
        }
    }

    /// Writes a value.
    #[inline]
    pub(crate) fn value(&mut self, name: Name, value: &(impl Serialize + ?Sized)) {
        self.name(name);
        let written = append(self.text, value);
        self.note(written);
    }

    /// Writes a value if there is one.
    #[inline]
    pub(crate) fn optional(&mut self, name: Name, value: Option<impl Serialize>) {
        if let Some(value) = value {
            self.value(name, &value);
        }
    }

    /// Writes a value that is JSON already.
    #[inline]
    pub(crate) fn raw(&mut self, name: Name, json: Raw<'_>) {
        self.name(name);
        self.text.push_str(json.0);
    }

    /// The same under a name that is not that of a contract.
    pub(crate) fn field(&mut self, key: &str, json: Raw<'_>) {
        self.key(key);
        self.text.push_str(json.0);
    }

    fn key(&mut self, key: &str) {
        let is_first = self.text.len() == self.start;
        Text { json: self.text, holes: None }.key(is_first, key);
    }

    /// Writes a value under a name that is not that of a contract.
    pub(crate) fn extra(&mut self, key: &str, value: &impl Serialize) {
        self.key(key);
        let written = append(self.text, value);
        self.note(written);
    }

    /// Writes an object, unless it has no entries. Returns whether it has.
    #[inline]
    pub(crate) fn object(&mut self, name: Name, write: impl FnOnce(&mut Entries<'_>)) -> bool {
        let before = self.text.len();
        self.name(name);
        let start = self.text.len();
        let has_entries = self.inner(start).finish(write);
        if !has_entries {
            self.text.truncate(before);
        }
        has_entries
    }

    /// Writes a list with one object.
    #[inline]
    pub(crate) fn list_of_one(&mut self, name: Name, write: impl FnOnce(&mut Entries<'_>)) {
        self.list_of_one_and(name, write, &[] as &[()]);
    }

    /// Writes a list with one object, and values after it.
    #[inline]
    pub(crate) fn list_of_one_and(
        &mut self,
        name: Name,
        write: impl FnOnce(&mut Entries<'_>),
        others: &[impl Serialize],
    ) {
        self.name(name);
        self.text.push('[');
        let start = self.text.len();
        self.inner(start).finish(write);
        for other in others {
            self.text.push(',');
            let written = append(self.text, other);
            self.note(written);
        }
        self.text.push(']');
    }

    /// The entries of an object in this one.
    #[inline]
    fn inner(&mut self, start: usize) -> Entries<'_> {
        Entries { text: self.text, start, holes: self.holes, defect: self.defect }
    }

    /// Refuses what is to be written: the whole is an error.
    #[cold]
    pub(crate) fn refuse(&mut self, message: impl Display) {
        self.defect(Error::custom(message));
    }

    #[cold]
    fn defect(&mut self, error: Error) {
        self.defect.get_or_insert(error);
    }

    #[inline]
    fn note(&mut self, written: Result<()>) {
        if let Err(error) = written {
            self.defect(error);
        }
    }
}

/// An object that has been written, for any serializer.
#[derive(Debug)]
pub(crate) struct Object {
    text: String,
    holes: Vec<Hole>,
    written: Result<()>,
}

impl Object {
    /// An object with the entries that are written here.
    pub(crate) fn write(write: impl FnOnce(&mut Entries<'_>)) -> Self {
        let (mut text, mut holes) = (String::new(), Vec::new());
        let written = append_object(&mut text, &mut holes, write);
        if text.is_empty() {
            text.push_str("{}");
        }
        Self { text, holes, written }
    }
}

impl Serialize for Object {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let Self { text, holes, written } = self;
        match written {
            Ok(()) if holes.is_empty() => Raw(text).serialize(serializer),
            Ok(()) => transcode_around(holes, text, serializer),
            Err(defect) => Err(S::Error::custom(defect)),
        }
    }
}
