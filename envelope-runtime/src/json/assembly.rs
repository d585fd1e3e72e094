//! How an envelope is put together.
//!
//! The tool's data is written first, once. Then the dialect writes the envelope around it: entry by entry, or as a wire struct. Where the
//! data goes, it leaves a hole. What comes out is one string of just the right size. Everything before that is in buffers that the
//! thread keeps, up to 1 MiB each, so an envelope costs one allocation.

use std::cell::Cell;

use serde::Serialize;
use serde_json::{Result, Value};

use super::escape::push_contents;
use super::object::{Entries, append_object};
use super::pretty::indented;
use super::sink::{Form, Hole, Text, TwoTexts};
use super::transcode::{TreeData, tree_around};
use super::tree::TextAndTree;
use super::writer::{write, write_data};

/// The largest buffer that a thread keeps: 1 MiB.
pub(super) const MAX_KEPT: usize = 1 << 20;

/// The data of an envelope, beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Apart {
    /// The data as text, if the envelope has it so.
    pub(crate) text: Option<String>,
    /// The data itself, if the envelope has it.
    pub(crate) structure: Option<Value>,
}

/// What envelopes are put together in.
#[derive(Debug, Default)]
pub(super) struct Buffers {
    /// The tool's data as JSON.
    pub(super) data: String,
    /// The data as the contents of a JSON string, if that is written already.
    pub(super) nested: String,
    /// The envelope without the data.
    pub(super) frame: String,
    /// Where the data goes in it.
    pub(super) holes: Vec<Hole>,
}

impl Buffers {
    fn frame(&mut self) -> FrameText<'_> {
        FrameText { data: &self.data, frame: &mut self.frame, holes: &mut self.holes }
    }

    fn clear(&mut self) {
        for buffer in [&mut self.data, &mut self.nested, &mut self.frame] {
            clear(buffer);
        }
        self.holes.clear();
    }
}

/// Clears a buffer that is kept. One that has become large is given back.
pub(crate) fn clear(buffer: &mut String) {
    if buffer.capacity() > MAX_KEPT {
        *buffer = String::new();
    }
    buffer.clear();
}

/// Writes an envelope to a frame.
pub(crate) type WriteFrame<'a> = &'a mut dyn FnMut(Frame<'_>) -> Result<()>;

/// An envelope without its data, which a dialect writes.
#[derive(Debug)]
pub struct Frame<'a> {
    text: FrameText<'a>,
    /// The data as a tree, which becomes the envelope as a tree.
    tree: Option<&'a mut Value>,
}

#[derive(Debug)]
struct FrameText<'a> {
    data: &'a str,
    frame: &'a mut String,
    holes: &'a mut Vec<Hole>,
}

impl Frame<'_> {
    /// Writes the envelope.
    #[allow(clippy::missing_errors_doc, reason = "an error is that of the `Serialize`")]
    pub fn write(self, wire: &impl Serialize) -> Result<()> {
        let FrameText { data, frame, holes } = self.text;
        write(Text { json: frame, holes: Some(holes) }, wire).0?;
        self.tree.map_or(Ok(()), |tree| fill_tree(tree, data, frame, holes))
    }

    /// Writes the envelope entry by entry.
    #[inline]
    pub(crate) fn write_entries(self, write: impl FnOnce(&mut Entries<'_>)) -> Result<()> {
        let FrameText { data, frame, holes } = self.text;
        append_object(frame, holes, write)?;
        self.tree.map_or(Ok(()), |tree| fill_tree(tree, data, frame, holes))
    }
}

/// Makes the data, as a tree and as text, into the tree of its envelope.
fn fill_tree(tree: &mut Value, data: &str, frame: &str, holes: &[Hole]) -> Result<()> {
    let is_in_one_place = holes.iter().filter(|hole| hole.form == Form::Json).count() == 1;
    let mut data = TreeData { value: std::mem::take(tree), is_in_one_place, text: data };
    *tree = tree_around(holes, frame, &mut data)?;
    Ok(())
}

/// Lends a buffer of the thread, for text that is needed for a moment.
#[cfg(feature = "rmcp")]
pub(crate) fn with_buffer<R>(use_buffer: impl FnOnce(&mut String) -> R) -> R {
    let mut assembly = Assembly::new();
    let result = use_buffer(&mut assembly.buffers.frame);
    assembly.finish();
    result
}

thread_local! {
    // In a box, since moving the buffers themselves takes longer than writing a short envelope into them.
    static KEPT: Cell<Option<Box<Buffers>>> = const { Cell::new(None) };
}

/// An envelope that is being put together.
#[derive(Debug)]
pub(crate) struct Assembly {
    pub(super) buffers: Box<Buffers>,
    /// The data as a tree, for an output that is one.
    tree: Option<Value>,
}

impl Assembly {
    pub(crate) fn new() -> Self {
        let kept = KEPT.try_with(Cell::take).ok().flatten();
        Self { buffers: kept.unwrap_or_default(), tree: None }
    }

    /// Gives the buffers back to the thread, for its next envelope.
    pub(crate) fn finish(mut self) {
        self.buffers.clear();
        // The thread may be about to end.
        let _ = KEPT.try_with(|kept| kept.set(Some(self.buffers)));
    }

    /// Writes the data as text.
    #[inline]
    pub(crate) fn write_data<T: Serialize>(&mut self, data: &T) -> Result<()> {
        write_data(Text { json: &mut self.buffers.data, holes: None }, data).0
    }

    /// Writes the data as text, and the text as the contents of a JSON string.
    #[inline]
    pub(crate) fn write_data_twice<T: Serialize>(&mut self, data: &T) -> Result<()> {
        let Buffers { data: json, nested, .. } = &mut *self.buffers;
        write_data(TwoTexts { json, nested }, data).0
    }

    /// Writes the data as text and as a tree.
    pub(crate) fn write_data_and_tree<T: Serialize>(&mut self, data: &T) -> Result<()> {
        let (written, sink) = write_data(TextAndTree::beside(&mut self.buffers.data), data);
        self.tree = Some(sink.into_tree());
        written
    }

    /// The envelope as text.
    pub(crate) fn text(&mut self, envelope: WriteFrame<'_>) -> Result<String> {
        envelope(Frame { text: self.buffers.frame(), tree: None })?;
        Ok(self.filled_with_data())
    }

    /// The envelope as text and as a tree, with the data that was written as a tree.
    pub(crate) fn text_and_tree(&mut self, envelope: WriteFrame<'_>) -> Result<(String, Value)> {
        let mut tree = self.tree.take().unwrap_or_default();
        envelope(Frame { text: self.buffers.frame(), tree: Some(&mut tree) })?;
        Ok((self.filled_with_data(), tree))
    }

    /// The envelope as text, with `null` and empty text where its data would be, and the data.
    pub(crate) fn apart(&mut self, envelope: WriteFrame<'_>) -> Result<(String, Apart)> {
        envelope(Frame { text: self.buffers.frame(), tree: None })?;
        let data = &self.buffers.data;
        let text = if self.has(Form::PrettyText) {
            Some(indented(data))
        } else {
            self.has(Form::Text).then(|| data.clone())
        };
        let structure = if self.has(Form::Json) { self.tree.take() } else { None };
        Ok((self.filled("null", "", ""), Apart { text, structure }))
    }

    fn filled_with_data(&mut self) -> String {
        // A failure has no data.
        if self.buffers.holes.is_empty() {
            return self.buffers.frame.as_str().to_owned();
        }
        let Buffers { data, nested, holes, .. } = &mut *self.buffers;
        let mut pretty = String::new();
        for hole in &*holes {
            match hole.form {
                Form::Text if nested.is_empty() => push_contents(nested, data),
                Form::PrettyText if pretty.is_empty() => {
                    push_contents(&mut pretty, &indented(data));
                }
                _ => {}
            }
        }
        self.filled(&self.buffers.data, &self.buffers.nested, &pretty)
    }

    /// Whether the envelope has the data in this form.
    fn has(&self, form: Form) -> bool {
        self.buffers.holes.iter().any(|hole| hole.form == form)
    }

    /// The envelope with its data in each form.
    fn filled(&self, json: &str, nested: &str, pretty: &str) -> String {
        let Buffers { frame, holes, .. } = &*self.buffers;
        let filling = |hole: &Hole| match hole.form {
            Form::Json => json,
            Form::Text => nested,
            Form::PrettyText => pretty,
        };
        let len: usize = holes.iter().map(|hole| filling(hole).len()).sum();
        let mut envelope = String::with_capacity(frame.len() + len);
        let mut copied = 0;
        for hole in holes {
            envelope.push_str(frame.get(copied..hole.at).unwrap_or_default());
            envelope.push_str(filling(hole));
            copied = hole.at;
        }
        envelope.push_str(frame.get(copied..).unwrap_or_default());
        envelope
    }
}
