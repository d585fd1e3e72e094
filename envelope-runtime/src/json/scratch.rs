//! The buffers that a tool's data is serialized into, before its envelope is written around it.
//!
//! A thread keeps them, up to 1 MiB each, so an envelope costs one allocation: its own text.

use std::cell::Cell;

use serde::Serialize;
use serde::ser::Error as _;
use serde_json::{Error, Result, Value};

use super::sink::{Text, TwoTexts};
use super::tree::WithTree;
use super::writer::{Root, write_data};

/// The largest buffer that a thread keeps: 1 MiB.
pub(super) const MAX_KEPT: usize = 1 << 20;

#[derive(Debug, Default)]
struct Buffers {
    json: String,
    text: String,
}

thread_local! {
    // In a box, since moving the buffers themselves takes longer than writing a short envelope.
    static KEPT: Cell<Option<Box<Buffers>>> = const { Cell::new(None) };
}

/// Clears a buffer that is kept. One that has become large is given back.
pub(crate) fn clear(buffer: &mut String) {
    if buffer.capacity() > MAX_KEPT {
        *buffer = String::new();
    }
    buffer.clear();
}

/// Lends a buffer of the thread, for text that is needed for a moment.
#[cfg(feature = "rmcp")]
pub(crate) fn with_buffer<R>(use_buffer: impl FnOnce(&mut String) -> R) -> R {
    let mut scratch = Scratch::new();
    let result = use_buffer(&mut scratch.buffers.json);
    scratch.finish();
    result
}

/// A tool's data, serialized once.
#[derive(Debug)]
pub(crate) struct Scratch {
    buffers: Box<Buffers>,
    tree: Option<Value>,
}

impl Scratch {
    pub(crate) fn new() -> Self {
        let kept = KEPT.try_with(Cell::take).ok().flatten();
        Self { buffers: kept.unwrap_or_default(), tree: None }
    }

    /// Gives the buffers back to the thread, for its next envelope.
    pub(crate) fn finish(mut self) {
        clear(&mut self.buffers.json);
        clear(&mut self.buffers.text);
        // The thread may be about to end.
        let _ = KEPT.try_with(|kept| kept.set(Some(self.buffers)));
    }

    /// Serializes the data as JSON.
    #[inline]
    pub(crate) fn write<T: Serialize>(&mut self, data: &T, root: Root) -> Result<()> {
        let written = write_data(Text { json: &mut self.buffers.json }, data, Some(root)).0;
        self.checked(written, root)
    }

    /// Serializes the data as JSON and, in the same pass, as the contents of a JSON string.
    #[inline]
    pub(crate) fn write_twice<T: Serialize>(&mut self, data: &T, root: Root) -> Result<()> {
        let Buffers { json, text } = &mut *self.buffers;
        let written = write_data(TwoTexts { json, nested: text }, data, Some(root)).0;
        self.checked(written, root)
    }

    /// [`write`](Self::write), and as a tree of values in the same pass.
    pub(crate) fn write_and_tree<T: Serialize>(&mut self, data: &T, root: Root) -> Result<()> {
        let sink = WithTree::new(Text { json: &mut self.buffers.json });
        let (written, sink) = write_data(sink, data, Some(root));
        self.tree = Some(sink.into_tree());
        self.checked(written, root)
    }

    /// [`write_twice`](Self::write_twice), and as a tree of values in the same pass.
    pub(crate) fn write_twice_and_tree<T: Serialize>(
        &mut self,
        data: &T,
        root: Root,
    ) -> Result<()> {
        let Buffers { json, text } = &mut *self.buffers;
        let (written, sink) =
            write_data(WithTree::new(TwoTexts { json, nested: text }), data, Some(root));
        self.tree = Some(sink.into_tree());
        self.checked(written, root)
    }

    /// The data is the object that it has to be.
    fn checked(&self, written: Result<()>, root: Root) -> Result<()> {
        written?;
        let kind = match self.buffers.json.trim_start().bytes().next() {
            _ if root == Root::Any => return Ok(()),
            Some(b'{') => return Ok(()),
            Some(b'[') => "an array",
            Some(b'"') => "a string",
            Some(b't' | b'f') => "a boolean",
            Some(b'n') => "null",
            _ => "a number",
        };
        Err(Error::custom(format_args!(
            "`data` must be a JSON object, and a payload serialized to {kind}"
        )))
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

    /// The data as a tree, if it was written as one.
    pub(crate) fn take_tree(&mut self) -> Option<Value> {
        self.tree.take()
    }
}
