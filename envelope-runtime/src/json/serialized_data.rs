//! The buffers that a tool's data is serialized into, before its envelope is written around it.
//!
//! A thread keeps them, up to 1 MiB each, so an envelope costs one allocation: its own text.

use std::cell::Cell;

use serde::Serialize;
use serde::ser::Error as _;
use serde_json::{Error, Result, Value};

use super::escape::{push_contents, push_string};
use super::is_data::refusal;
use super::list::Outline;
use super::sink::{Text, TwoTexts};
use super::source_text::SourceText;
use super::tree::{Tree, WithTree};
use super::writer::{Contents, Notes, Root, Writer};

/// The largest buffer that a thread keeps: 1 MiB.
pub(super) const MAX_KEPT: usize = 1 << 20;

/// The number of arrays, marks and keys for which a thread keeps memory.
const MAX_KEPT_NOTES: usize = 1 << 12;

/// A tool's data, as an envelope copies it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Data<'a> {
    pub(crate) json: SourceText<'a>,
    /// The JSON as the contents of a JSON string, if the data was written in this form, too.
    pub(crate) text: Option<SourceText<'a>>,
    /// Whether the data is `{}` or `null`, of a type that has no other value.
    pub(crate) is_empty: bool,
}

#[derive(Debug, Default)]
struct Buffers {
    json: String,
    text: String,
    notes: Notes,
    /// The data as a tree, if it was written as a tree.
    tree: Tree,
    /// Whether the type of the data has only one value.
    is_unit: bool,
}

thread_local! {
    // The box is moved instead of the buffers, since moving them takes longer than writing a short envelope.
    static KEPT: Cell<Option<Box<Buffers>>> = const { Cell::new(None) };
}

/// Clears a buffer that is kept, and frees its memory if the buffer has become large.
fn clear(buffer: &mut String) {
    if buffer.capacity() > MAX_KEPT {
        *buffer = String::new();
    }
    buffer.clear();
}

/// A tool's data, serialized once.
#[derive(Debug)]
pub(crate) struct SerializedData {
    buffers: Box<Buffers>,
}

impl SerializedData {
    /// Takes the buffers of the thread, for data of the type `T`. Refuses a `Result`, which an alias or type parameter hid from the macro.
    #[inline]
    pub(crate) fn of<T>() -> Result<Self> {
        let name = std::any::type_name::<T>().trim_start_matches('&');
        if name.starts_with("core::result::Result<") {
            return Err(Error::custom(refusal("a `Result`")));
        }
        Ok(Self::new(size_of::<T>() == 0))
    }

    /// Takes the buffers of the thread, for data whose type may have only one value.
    #[inline]
    pub(super) fn new(is_unit: bool) -> Self {
        let mut buffers = KEPT.try_with(Cell::take).ok().flatten().unwrap_or_default();
        buffers.is_unit = is_unit;
        Self { buffers }
    }

    /// Serializes the data as JSON.
    #[inline]
    pub(crate) fn write<T: Serialize>(&mut self, data: &T, root: Root) -> Result<()> {
        let Buffers { json, notes, .. } = &mut *self.buffers;
        Writer::write(Text { json }, data, Some(root), notes)
    }

    /// Serializes the data as JSON and, in the same pass, as the contents of a JSON string.
    #[inline]
    pub(crate) fn write_twice<T: Serialize>(&mut self, data: &T, root: Root) -> Result<()> {
        let Buffers { json, text, notes, .. } = &mut *self.buffers;
        Writer::write(TwoTexts { json, nested: text }, data, Some(root), notes)
    }

    /// Serializes the data as [`write`](Self::write) does and, in the same pass, as a tree of values.
    pub(crate) fn write_and_tree<T: Serialize>(&mut self, data: &T, root: Root) -> Result<()> {
        let Buffers { json, notes, tree, .. } = &mut *self.buffers;
        Writer::write(WithTree { sink: Text { json }, tree }, data, Some(root), notes)
    }

    /// Serializes the data as [`write_twice`](Self::write_twice) does and, in the same pass, as a tree of values.
    pub(crate) fn write_twice_and_tree<T: Serialize>(
        &mut self,
        data: &T,
        root: Root,
    ) -> Result<()> {
        let Buffers { json, text, notes, tree, .. } = &mut *self.buffers;
        let sink = TwoTexts { json, nested: text };
        Writer::write(WithTree { sink, tree }, data, Some(root), notes)
    }

    /// Gives the buffers back to the thread, for its next envelope.
    pub(crate) fn finish(mut self) {
        let Buffers { json, text, notes, tree, .. } = &mut *self.buffers;
        let Notes { keys, outline: Outline { arrays, marks }, contents, .. } = notes;
        clear(json);
        clear(text);
        arrays.clear();
        arrays.shrink_to(MAX_KEPT_NOTES);
        marks.clear();
        marks.shrink_to(MAX_KEPT_NOTES);
        // A value that fails to serialize leaves the keys of the maps around it, and a part of the tree.
        keys.clear();
        keys.shrink_to(MAX_KEPT_NOTES);
        *contents = Contents::default();
        *tree = Tree::default();
        // Access fails while the thread ends.
        let _ = KEPT.try_with(|kept| kept.set(Some(self.buffers)));
    }

    #[cfg(test)]
    pub(super) fn capacities(&self) -> [usize; 2] {
        [self.buffers.json.capacity(), self.buffers.text.capacity()]
    }

    /// The data, as an envelope copies it.
    #[inline]
    pub(crate) fn data(&self) -> Data<'_> {
        let Buffers { json, text, is_unit, .. } = &*self.buffers;
        let is_empty = *is_unit && matches!(&**json, "{}" | "null");
        let text = (!text.is_empty()).then_some(SourceText::Whole(text));
        Data { json: SourceText::Whole(json), text, is_empty }
    }

    /// The notes of the writer about arrays.
    pub(crate) fn outline(&self) -> &Outline {
        &self.buffers.notes.outline
    }

    /// Facts about the values in the data.
    pub(crate) fn contents(&self) -> Contents {
        self.buffers.notes.contents
    }

    /// Takes the tree of the data, if it was written.
    pub(crate) fn take_tree(&mut self) -> Option<Value> {
        self.buffers.tree.value.take()
    }

    /// Adds the cursor of the next page, and the number of all items, to the data of a page. If the data is a list without a key, the list
    /// gets the key `items`.
    pub(crate) fn add_page(
        &mut self,
        cursor: Option<&str>,
        total_count: Option<u64>,
    ) -> Result<()> {
        let Buffers { json, text, .. } = &mut *self.buffers;
        for key in ["next_cursor", "total_count"] {
            let begin = json.strip_prefix("{\"").and_then(|json| json.strip_prefix(key));
            if begin.is_some_and(|json| json.starts_with("\":")) {
                return Err(Error::custom(format_args!("the items of a page are under `{key}`")));
            }
        }
        if json.starts_with('[') {
            json.insert_str(0, "{\"items\":");
            json.push('}');
        }
        let total_count = total_count.map(|count| format!(",\"total_count\":{count}}}"));
        let cursor = cursor.map(|cursor| added_entry("next_cursor", cursor));
        for entry in cursor.into_iter().chain(total_count) {
            json.truncate(json.trim_end().len().saturating_sub(1));
            json.push_str(&entry);
        }
        if !text.is_empty() {
            text.clear();
            push_contents(text, json);
        }
        Ok(())
    }
}

/// An entry at the end of a JSON object that has other entries, with the closing brace of the object.
pub(crate) fn added_entry(key: &str, text: &str) -> String {
    let mut entry = String::from(",");
    push_string(&mut entry, key);
    entry.push(':');
    push_string(&mut entry, text);
    entry.push('}');
    entry
}
