//! The marked fields of an error, as JSON text.
//!
//! A value is serialized as soon as it is marked. So writing the envelope does not need the error, and cannot fail.

use std::collections::BTreeMap;
use std::fmt::{self, Debug};

use serde::Serialize;
use serde::ser::Serializer;

use crate::json;

/// The longest text of a report. It leaves room for the sentence that names the request.
pub(super) const MAX_TEXT: usize = 1 << 31;

/// A part of the text of a report, of at most [`MAX_TEXT`].
///
/// Both numbers fit in one register: a report has many parts, which are moved often.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Span {
    start: u32,
    end: u32,
}

impl Span {
    /// The part from an index to the end of the text.
    pub(super) fn since(start: usize, text: &str) -> Self {
        let index = |index| u32::try_from(index).unwrap_or(u32::MAX);
        Self { start: index(start), end: index(text.len()) }
    }

    pub(super) fn of(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize).unwrap_or_default()
    }
}

/// The part of a failure that a field belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Slot {
    Details,
    Data,
    Telemetry,
    Meta,
    /// The code of one dialect: its id is the key, and the value is plain text.
    Codes,
}

/// A field, as parts of the text of its report.
#[derive(Clone, Copy, Debug)]
struct Field {
    slot: Slot,
    /// The key, as plain text.
    key: Span,
    /// The value, as JSON.
    value: Span,
    /// Whether the field is part of the text for the model.
    is_in_text: bool,
}

/// Up to this number of fields, a key is compared with each field.
const FEW: usize = 32;

/// The fields of a report, in the order in which they were marked.
#[derive(Clone, Debug, Default)]
pub(super) struct FieldList {
    fields: Vec<Field>,
    /// The index of each field, if there are more than [`FEW`]: a failure can have any number of fields.
    places: BTreeMap<(Slot, Box<str>), usize>,
}

impl FieldList {
    /// Adds a field, or gives the field with this slot and key another value.
    pub(super) fn insert(&mut self, text: &mut String, slot: Slot, key: &str, value: Span) {
        let known = self.place(text, slot, key);
        if let Some(field) = known.and_then(|at| self.fields.get_mut(at)) {
            field.value = value;
            return;
        }
        let start = text.len();
        text.push_str(key);
        self.fields.push(Field { slot, key: Span::since(start, text), value, is_in_text: false });
        self.note_places(text);
    }

    /// Removes the fields that are null.
    pub(super) fn skip_nulls(&mut self, text: &str) {
        let is_null = |field: &Field| field.slot != Slot::Codes && field.value.of(text) == "null";
        self.fields.retain(|field| !is_null(field));
        self.places.clear();
        self.note_places(text);
    }

    fn note_places(&mut self, text: &str) {
        if self.fields.len() > FEW {
            let unplaced = self.fields.iter().enumerate().skip(self.places.len());
            let placed = unplaced.map(|(at, field)| ((field.slot, field.key.of(text).into()), at));
            self.places.extend(placed);
        }
    }

    /// Makes a detail part of the text for the model.
    pub(super) fn show_in_text(&mut self, text: &str, key: &str) {
        let place = self.place(text, Slot::Details, key);
        if let Some(field) = place.and_then(|at| self.fields.get_mut(at)) {
            field.is_in_text = true;
        }
    }

    /// The details that are part of the text for the model.
    pub(super) fn in_text<'a>(&'a self, text: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
        let fields = self.fields.iter().filter(|field| field.is_in_text);
        fields.map(move |field| (field.key.of(text), field.value.of(text)))
    }

    fn place(&self, text: &str, slot: Slot, key: &str) -> Option<usize> {
        if self.fields.len() > FEW {
            return self.places.get(&(slot, key.into())).copied();
        }
        self.fields.iter().position(|field| field.slot == slot && field.key.of(text) == key)
    }

    /// The value of the field with this slot and key.
    pub(super) fn get<'a>(&self, text: &'a str, slot: Slot, key: &str) -> Option<&'a str> {
        let field = self.fields.get(self.place(text, slot, key)?)?;
        Some(field.value.of(text))
    }

    /// The keys and values of a slot.
    pub(super) fn iter<'a>(
        &'a self,
        text: &'a str,
        slot: Slot,
    ) -> impl Iterator<Item = (&'a str, &'a str)> {
        let fields = self.fields.iter().filter(move |field| field.slot == slot);
        fields.map(move |field| (field.key.of(text), field.value.of(text)))
    }
}

/// The marked values of a failure, by key, for example from [`ErrorReport::details`](crate::ErrorReport::details). Serializes to an object.
///
/// ```
/// use envelope_runtime::ToolFailure;
///
/// let failure = ToolFailure::validation("Validation failed")
///     .detail("field", "spec_id")
///     .detail("received", None::<&str>);
/// assert_eq!(
///     serde_json::to_string(&failure.report().details())?,
///     r#"{"field":"spec_id","received":null}"#
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Fields<'a> {
    pub(super) text: &'a str,
    pub(super) list: &'a FieldList,
    pub(super) slot: Slot,
    /// The path as JSON, if it is among these fields.
    pub(super) path: Option<&'a str>,
}

impl<'a> Fields<'a> {
    /// The keys and values, in the order in which they were given.
    pub fn iter(self) -> impl Iterator<Item = (&'a str, FieldValue<'a>)> {
        // The path replaces a field with that key.
        let is_shadowed = move |key: &str| self.path.is_some() && key == "path";
        let fields = self.list.iter(self.text, self.slot);
        let fields = fields.filter(move |(key, _)| !is_shadowed(key));
        fields
            .chain(self.path.map(|json| ("path", json)))
            .map(|(key, json)| (key, FieldValue(json)))
    }

    /// The value with this key.
    #[must_use]
    pub fn get(self, key: &str) -> Option<FieldValue<'a>> {
        let path = self.path.filter(|_| key == "path");
        path.or_else(|| self.list.get(self.text, self.slot, key)).map(FieldValue)
    }

    /// Whether there are no values.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.path.is_none() && self.list.iter(self.text, self.slot).next().is_none()
    }
}

impl Serialize for Fields<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl Debug for Fields<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

/// A value as JSON: a marked field, or the data of a tool in its envelope. It serializes like the value itself. Raw JSON can contain
/// numbers and strings that no Rust value has, such as `1e400`: these do not serialize, and
/// [`Entries::field`](crate::dialect::Entries::field) writes them.
#[derive(Clone, Copy)]
pub struct FieldValue<'a>(&'a str);

impl<'a> FieldValue<'a> {
    /// Makes a value of its JSON.
    pub(crate) fn from_json(json: &'a str) -> Self {
        Self(json)
    }

    /// The value as JSON.
    #[must_use]
    pub fn json(self) -> &'a str {
        self.0
    }
}

impl Serialize for FieldValue<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::transcode(self.0, serializer)
    }
}

impl Debug for FieldValue<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}
