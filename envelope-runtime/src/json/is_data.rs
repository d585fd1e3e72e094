//! Whether a value is serialized as the data of a tool, and which values cannot be data.
//!
//! An answer of a tool is no data: its failure would be sent as a success. An answer is known by its type, and not by its keys, which data
//! of another system can have as well. It is refused even if it is a success, so that the first call shows the mistake.
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

/// The answer that a struct of this name is. serde knows the SDK's type by its name.
#[inline]
pub(super) fn answer_named(name: &'static str) -> Option<&'static str> {
    (name == "CallToolResult").then_some("a `CallToolResult`")
}

/// The answer that a variant of an enum is. These are the names that serde gives a `Result`.
#[inline]
pub(super) fn answer_variant(name: &'static str, variant: &'static str) -> Option<&'static str> {
    (name == "Result" && matches!(variant, "Ok" | "Err")).then_some("a `Result`")
}

/// The error for an answer in the data.
pub(super) fn refusal(answer: &str) -> String {
    format!("{answer} is the answer of a tool, and not data")
}
