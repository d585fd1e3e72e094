//! Whether a value is serialized as the data of a tool.
//!
//! A `Serialize` does not learn which serializer it is given. So it asks the serializer a question that every serializer answers, and
//! the writer notes that the answer is its own.

use std::cell::Cell;

use serde::Serializer;

thread_local! {
    static WRITES_DATA: Cell<bool> = const { Cell::new(false) };
}

/// Whether a serializer is the writer of a success's data, alone or inside of another serializer that passes everything on.
pub(crate) fn writes_data<S: Serializer>(serializer: &S) -> bool {
    WRITES_DATA.set(false);
    let _ = serializer.is_human_readable();
    WRITES_DATA.take()
}

/// The writer's answer: JSON is for people to read.
#[inline]
pub(super) fn answer(writes_data: bool) -> bool {
    WRITES_DATA.set(writes_data);
    true
}
