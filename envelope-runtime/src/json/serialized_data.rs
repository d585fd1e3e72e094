//! The buffers that a tool's data is serialized into, before its envelope is written around it.
//!
//! A thread keeps them, up to 1 MiB each, so an envelope costs one allocation: its own text.

use std::cell::Cell;

use serde::Serialize;
use serde::ser::Error as _;
use serde_json::{Error, Result, Value};

use super::cut::{Copied, first_items};
use super::escape::{contents_len, push_contents, push_string};
use super::list::{List, unescaped};
use super::room::{Length, Room, Watch};
use super::sink::{Text, TwoTexts};
use super::transcode::tree_of;
use super::tree::WithTree;
use super::writer::{Root, write_data};

/// The largest buffer that a thread keeps: 1 MiB.
pub(super) const MAX_KEPT: usize = 1 << 20;

#[derive(Debug, Default)]
struct Buffers {
    json: String,
    text: String,
    watch: Watch,
    /// The data as a tree, if it is written as one.
    tree: Option<Value>,
    /// Whether the tree is the data before a change.
    is_tree_old: bool,
    is_cut: bool,
}

thread_local! {
    // In a box, since moving the buffers themselves takes longer than writing a short envelope.
    static KEPT: Cell<Option<Box<Buffers>>> = const { Cell::new(None) };
}

/// Clears a buffer that is kept. One that has become large is given back.
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
    #[cfg(test)]
    pub(super) fn new() -> Self {
        Self::within(Room::UNLIMITED)
    }

    pub(crate) fn within(limit: Room) -> Self {
        let kept = KEPT.try_with(Cell::take).ok().flatten();
        let mut buffers = kept.unwrap_or_default();
        buffers.watch = Watch::new(limit);
        Self { buffers }
    }

    /// Gives the buffers back to the thread, for its next envelope.
    pub(crate) fn finish(mut self) {
        clear(&mut self.buffers.json);
        clear(&mut self.buffers.text);
        self.buffers.tree = None;
        self.buffers.is_tree_old = false;
        self.buffers.is_cut = false;
        // The thread may be about to end.
        let _ = KEPT.try_with(|kept| kept.set(Some(self.buffers)));
    }

    /// Serializes the data as JSON.
    #[inline]
    pub(crate) fn write<T: Serialize>(&mut self, data: &T, root: Root) -> Result<()> {
        let Buffers { json, watch, .. } = &mut *self.buffers;
        write_data(Text { json }, data, Some(root), watch).0
    }

    /// Serializes the data as JSON and, in the same pass, as the contents of a JSON string.
    #[inline]
    pub(crate) fn write_twice<T: Serialize>(&mut self, data: &T, root: Root) -> Result<()> {
        let (sink, watch) = both(&mut self.buffers);
        write_data(sink, data, Some(root), watch).0
    }

    /// [`write`](Self::write), and as a tree of values in the same pass.
    pub(crate) fn write_and_tree<T: Serialize>(&mut self, data: &T, root: Root) -> Result<()> {
        let Buffers { json, watch, .. } = &mut *self.buffers;
        let sink = WithTree::new(Text { json });
        let (written, sink) = write_data(sink, data, Some(root), watch);
        self.buffers.tree = Some(sink.into_tree());
        written
    }

    /// [`write_twice`](Self::write_twice), and as a tree of values in the same pass.
    pub(crate) fn write_twice_and_tree<T: Serialize>(
        &mut self,
        data: &T,
        root: Root,
    ) -> Result<()> {
        let (sink, watch) = both(&mut self.buffers);
        let (written, sink) = write_data(WithTree::new(sink), data, Some(root), watch);
        self.buffers.tree = Some(sink.into_tree());
        written
    }

    #[cfg(test)]
    pub(super) fn capacities(&self) -> [usize; 2] {
        [self.buffers.json.capacity(), self.buffers.text.capacity()]
    }

    /// The data as JSON.
    pub(crate) fn json(&self) -> &str {
        &self.buffers.json
    }

    /// The data as the contents of a JSON string, if it was written as such.
    pub(crate) fn text(&self) -> Option<&str> {
        (!self.buffers.text.is_empty()).then_some(&*self.buffers.text)
    }

    /// The list that can be cut.
    pub(crate) fn list_to_cut(&self) -> Option<List> {
        self.buffers.watch.list_to_cut(self.json())
    }

    /// Whether no item of the data is missing.
    pub(crate) fn is_complete(&self) -> bool {
        !self.buffers.is_cut && !self.buffers.watch.has_cut()
    }

    /// The length of data that is a string.
    pub(crate) fn length(&self) -> Length {
        let contents = || self.json().strip_prefix('"')?.strip_suffix('"');
        let total = || contents().map_or(0, |contents| unescaped(contents).len());
        self.buffers.watch.length.unwrap_or_else(|| Length { total: total(), left_out: 0 })
    }

    /// A size that the data has at least, since a part of it may be missing.
    pub(crate) fn least_size(&self) -> usize {
        self.json().len() + self.buffers.watch.length.map_or(0, |length| length.left_out)
    }

    /// The first items of a list that take at most so many bytes in an envelope: how many, and where they end.
    pub(crate) fn first_items(&self, list: &List, copied: Copied, room: usize) -> (usize, usize) {
        let (end, kept) = list.early;
        let text = if kept > 0 && copied.text > 0 { self.text_len(list.start, end) } else { 0 };
        let early = copied.json * end.saturating_sub(list.start) + copied.text * text;
        first_items(self.json(), list, copied, early, room)
    }

    /// The length of a part of the data as text. The end is nearly that of the data, and only the rest is searched.
    fn text_len(&self, start: usize, end: usize) -> usize {
        let json = self.json();
        let len = |part: Option<&str>| part.map(contents_len).unwrap_or_default();
        match self.text() {
            Some(text) => text.len().saturating_sub(len(json.get(end..)) + len(json.get(..start))),
            None => len(json.get(start..end)),
        }
    }

    /// Removes the items of a list behind `end`.
    pub(crate) fn cut(&mut self, list: &mut List, end: usize) {
        let Buffers { json, text, is_tree_old, is_cut, .. } = &mut *self.buffers;
        if let (Some(items), Some(after)) = (json.get(end..list.end), json.get(list.end..))
            && !text.is_empty()
        {
            let text_end = text.len().saturating_sub(contents_len(after));
            remove(text, text_end.saturating_sub(contents_len(items)), text_end);
        }
        remove(json, end, list.end);
        list.end = end;
        (*is_tree_old, *is_cut) = (true, true);
    }

    /// Replaces the data.
    pub(crate) fn replace(&mut self, json: &str) {
        self.buffers.json.clear();
        self.buffers.json.push_str(json);
        self.buffers.text.clear();
        self.buffers.is_tree_old = true;
    }

    /// Adds the cursor of the next page to the items of a page. If they are not under a key, they are under `items` now.
    pub(crate) fn add_cursor(&mut self, cursor: Option<&str>) -> Result<()> {
        let json = &mut self.buffers.json;
        if json.starts_with("{\"next_cursor\":") {
            return Err(Error::custom("the items of a page are under `next_cursor`"));
        }
        if json.starts_with('[') {
            json.insert_str(0, "{\"items\":");
            json.push('}');
        }
        if let Some(cursor) = cursor {
            json.pop();
            json.push_str(",\"next_cursor\":");
            push_string(json, cursor);
            json.push('}');
        }
        let Buffers { json, text, is_tree_old, .. } = &mut *self.buffers;
        if !text.is_empty() {
            text.clear();
            push_contents(text, json);
        }
        *is_tree_old = true;
        Ok(())
    }

    /// The data as a tree, if it was written as one.
    pub(crate) fn take_tree(&mut self) -> Result<Option<Value>> {
        let Buffers { json, tree, is_tree_old, .. } = &mut *self.buffers;
        match tree.take() {
            Some(_) if *is_tree_old => tree_of(json).map(Some),
            tree => Ok(tree),
        }
    }
}

/// The data in both forms.
fn both(buffers: &mut Buffers) -> (TwoTexts<'_>, &mut Watch) {
    let Buffers { json, text, watch, .. } = buffers;
    (TwoTexts { json, nested: text, are_both_sent: watch.room().counts_text }, watch)
}

/// Removes a part of a text.
fn remove(text: &mut String, start: usize, end: usize) {
    if text.get(start..end).is_some() {
        text.drain(start..end);
    }
}
