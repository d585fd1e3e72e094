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
    /// Whether it was the writer that answered.
    static HAS_ANSWERED: Cell<bool> = const { Cell::new(false) };
    /// The address and the length of the text that is being handed over.
    static HANDED_OVER: Cell<(usize, usize)> = const { Cell::new((0, 0)) };
}

/// Whether a serializer is this crate's writer, alone or inside of another that passes everything on.
pub(crate) fn is_writer<S: Serializer>(serializer: &S) -> bool {
    HAS_ANSWERED.set(false);
    let _ = serializer.is_human_readable();
    HAS_ANSWERED.take()
}

/// What the writer answers.
#[inline]
pub(super) fn answer() -> bool {
    HAS_ANSWERED.set(true);
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
