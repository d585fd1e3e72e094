//! The marked fields of an error, as JSON text.
//!
//! A value is serialized when it is marked. Nothing of the error is needed afterwards, and nothing can fail when the envelope
//! is written.

use std::collections::HashMap;
use std::fmt::{self, Debug};
use std::ops::Range;

use serde::Serialize;
use serde::ser::Serializer;

use crate::few::Few;
use crate::json;

/// A part of the text of a report. A report has a dozen of them, so they are small.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Span {
    start: u32,
    end: u32,
}

impl Span {
    /// From an index to the end of the text.
    pub(super) fn since(start: usize, text: &str) -> Self {
        let index = |at| u32::try_from(at).unwrap_or(u32::MAX);
        Self { start: index(start), end: index(text.len()) }
    }

    pub(super) fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    pub(super) fn of(self, text: &str) -> &str {
        text.get(self.range()).unwrap_or_default()
    }
}

/// How many fields a report has room for without an allocation.
const FEW: usize = 8;

/// The part of a failure that a marked field belongs to. It is as wide as what it is next to, for the same reason as
/// [`FieldList::used`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u32)]
pub(crate) enum Slot {
    Details,
    Data,
    RateLimit,
    Telemetry,
    Meta,
    Upgrades,
    /// The code of one dialect: its id is the key, and the value is plain text.
    Codes,
    /// A later field has replaced this one.
    #[default]
    Replaced,
}

impl Slot {
    fn bit(self) -> u32 {
        1 << self as u8
    }
}

/// Where a field is in the text of its report.
#[derive(Clone, Copy, Debug, Default)]
struct Field {
    slot: Slot,
    /// The key, as plain text.
    key: Span,
    /// The value, as JSON.
    value: Span,
}

/// The place of each field by its slot and key.
type Index = HashMap<(Slot, Box<str>), usize>;

/// How many fields are looked through for a key. Where there are more, they have an index.
const MAX_LOOKED_THROUGH: usize = 32;

/// The fields of a report, in the order in which they were marked.
#[derive(Clone, Debug, Default)]
pub(super) struct FieldList {
    fields: Few<Field, FEW>,
    /// If there are many.
    index: Option<Box<Index>>,
    /// A bit for each slot that has had a field, since most have none, and are asked for all the same. It is a whole word, since
    /// a processor waits where it reads a word of which it has just written one byte.
    used: u32,
}

impl FieldList {
    pub(super) fn clear(&mut self) {
        self.fields.clear();
        self.index = None;
        self.used = 0;
    }

    /// Adds a field. It replaces a field with the same slot and key, except among the upgrades, where the key has no meaning.
    pub(super) fn push(&mut self, text: &str, slot: Slot, key: Span, value: Span) {
        if slot != Slot::Upgrades
            && let Some(at) = self.find(text, slot, key.of(text))
            && let Some(replaced) = self.fields.get_mut(at)
        {
            replaced.slot = Slot::Replaced;
        }
        self.push_new(text, slot, key, value);
    }

    /// Adds a field whose key is a new one.
    pub(super) fn push_new(&mut self, text: &str, slot: Slot, key: Span, value: Span) {
        self.used |= slot.bit();
        self.fields.push(Field { slot, key, value });
        if self.fields.len() > MAX_LOOKED_THROUGH {
            self.index_from(text);
        }
    }

    /// Adds to the index what is not in it: all fields if there was none, else the last one.
    #[cold]
    fn index_from(&mut self, text: &str) {
        let len = self.fields.len();
        let first = if self.index.is_some() { len.saturating_sub(1) } else { 0 };
        let index = self.index.get_or_insert_default();
        for at in first..len {
            if let Some(field) = self.fields.get(at) {
                index.insert((field.slot, field.key.of(text).into()), at);
            }
        }
    }

    /// The place of the field with this key.
    #[inline]
    fn find(&self, text: &str, slot: Slot, key: &str) -> Option<usize> {
        if !self.has(slot) {
            return None;
        }
        if let Some(index) = &self.index {
            return index.get(&(slot, key.into())).copied();
        }
        let is_it = |field: &Field| {
            field.slot == slot && field.key.range().len() == key.len() && field.key.of(text) == key
        };
        self.fields.iter().position(is_it)
    }

    /// Whether a slot has a field.
    pub(super) fn has(&self, slot: Slot) -> bool {
        self.used & slot.bit() != 0
    }

    /// The value of a slot that has one at most.
    #[inline]
    pub(super) fn first<'a>(&'a self, text: &'a str, slot: Slot) -> Option<&'a str> {
        // Most failures have none, and a loop over all fields is not free.
        if self.has(slot) { self.iter(text, slot).map(|(_, value)| value).next() } else { None }
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

/// The marked values of a failure, by key: what [`ErrorReport::details`](crate::ErrorReport::details) and others return.
/// Serializes to an object.
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

    /// Gives each key and value as JSON, in the order of [`iter`](Self::iter). It is a plain loop, which costs less.
    #[inline]
    pub(crate) fn for_each(self, mut each: impl FnMut(&'a str, FieldValue<'a>)) {
        for fields in self.list.fields.slices() {
            for field in fields {
                if field.slot != self.slot {
                    continue;
                }
                let key = field.key.of(self.text);
                // The path replaces a field with that key.
                if self.path.is_none() || key != "path" {
                    each(key, FieldValue(field.value.of(self.text)));
                }
            }
        }
        if let Some(json) = self.path {
            each("path", FieldValue(json));
        }
    }

    /// The value with this key.
    #[inline]
    #[must_use]
    pub fn get(self, key: &str) -> Option<FieldValue<'a>> {
        if self.is_empty() { None } else { self.find(key) }
    }

    fn find(self, key: &str) -> Option<FieldValue<'a>> {
        if let Some(path) = self.path.filter(|_| key == "path") {
            return Some(FieldValue(path));
        }
        let at = self.list.find(self.text, self.slot, key)?;
        self.list.fields.get(at).map(|field| FieldValue(field.value.of(self.text)))
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.path.is_none() && !self.list.has(self.slot)
    }
}

impl Serialize for Fields<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl Debug for Fields<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

/// The value of a marked field. It serializes like the value itself.
#[derive(Clone, Copy)]
pub struct FieldValue<'a>(&'a str);

impl<'a> FieldValue<'a> {
    /// A value that is JSON already.
    pub(crate) fn of_json(json: &'a str) -> Self {
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
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}
