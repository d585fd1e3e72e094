//! JSON text that this crate has written, and how its writer knows it.
//!
//! A `Serialize` does not learn which serializer it is given. So [`Raw`] asks it a question that every serializer answers, and
//! notes whether it was this crate's writer that did. To the writer it hands its text over; for any other, it says what the
//! text says.

use std::cell::Cell;

use serde::{Serialize, Serializer};

use super::transcode;

/// The name under which text is handed over. It proves nothing: see [`is_handed_over`].
pub(super) const NAME: &str = "$envelope_runtime::Raw";

thread_local! {
    /// The answer of the writer: whether it writes the data of a success.
    static ANSWER: Cell<Option<bool>> = const { Cell::new(None) };
    /// The address and the length of the text that is being handed over.
    static HANDED_OVER: Cell<(usize, usize)> = const { Cell::new((0, 0)) };
}

/// Whether a serializer is this crate's writer, alone or inside of another that passes everything on.
pub(super) fn is_writer<S: Serializer>(serializer: &S) -> bool {
    ask(serializer).is_some()
}

/// Whether it is the writer of a success's data.
pub(crate) fn writes_data<S: Serializer>(serializer: &S) -> bool {
    ask(serializer) == Some(true)
}

fn ask<S: Serializer>(serializer: &S) -> Option<bool> {
    ANSWER.set(None);
    let _ = serializer.is_human_readable();
    ANSWER.take()
}

/// Answers for the writer.
#[inline]
pub(super) fn answer(writes_data: bool) -> bool {
    ANSWER.set(Some(writes_data));
    true
}

/// Notes the text that is handed over next.
pub(super) fn hand_over(json: &str) {
    HANDED_OVER.set(identity(json));
}

/// Whether this text is the one that is being handed over, and not another under the same name.
pub(super) fn is_handed_over(json: &str) -> bool {
    HANDED_OVER.take() == identity(json)
}

fn identity(json: &str) -> (usize, usize) {
    (json.as_ptr().addr(), json.len())
}

/// JSON text that this crate has written. The writer copies it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Raw<'a>(pub(crate) &'a str);

impl Serialize for Raw<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !is_writer(&serializer) {
            return transcode(self.0, serializer);
        }
        hand_over(self.0);
        let written = serializer.serialize_newtype_struct(NAME, self.0);
        HANDED_OVER.set((0, 0));
        written
    }
}
