//! Tools whose data is the text of their result, without structured content.

use std::fmt::Display;

use serde::{Serialize, Serializer};

use super::reply::{self, Meta, Reply};
use super::wire::{self, Text};
use super::{Mcp, ServerInfo, V_2026_07_28, Version};
use crate::budget::Cut;
use crate::dialect::{Call, Dialect, Entries, Json, PlainData, Takes, key};
use crate::error::ErrorReport;

/// The dialect of a tool with `text`: the data is the text of a success. [`Mcp::text_only`] returns it.
#[derive(Clone, Debug)]
#[must_use]
pub struct TextOnly<V>(pub(super) Mcp<V>);

impl<V> Default for TextOnly<V> {
    fn default() -> Self {
        Self(Mcp::default())
    }
}

impl<V: Version> TextOnly<V> {
    /// As [`Mcp::error_text`].
    pub fn error_text(self, error_text: super::ErrorText) -> Self {
        Self(self.0.error_text(error_text))
    }

    /// As [`Mcp::structured_errors`].
    pub fn structured_errors(self) -> Self {
        Self(self.0.structured_errors())
    }
}

impl TextOnly<V_2026_07_28> {
    /// As [`Mcp::server_info`].
    pub fn server_info(self, info: impl Into<ServerInfo>) -> Self {
        Self(self.0.server_info(info))
    }
}

impl<T, V: Version> PlainData<T> for TextOnly<V> {}

/// A text can be in a reply with further content.
impl<V: Version> Takes<Mcp<V>> for TextOnly<V> {}

impl<V: Version> Dialect for TextOnly<V> {
    const ID: &'static str = V::ID;
    const ALIASES: &'static [&'static str] = V::ALIASES;
    const IS_CALL_TOOL_RESULT: bool = true;

    type Root = Json;
    type Meta = Option<Box<Meta>>;

    fn success(&self, call: &Call, meta: &Option<Box<Meta>>, result: &mut Entries<'_>) {
        result.optional_string(key!("resultType"), V::RESULT_TYPE);
        wire::success(call, Text::IsData, meta.as_deref(), self.0.server_info.as_deref(), result);
    }

    fn cut(&self, _meta: &Option<Box<Meta>>) -> Cut {
        Cut::Lines
    }

    fn texts<'a>(&'a mut self, meta: &'a mut Option<Box<Meta>>) -> Vec<&'a mut String> {
        reply::texts(meta).collect()
    }

    fn failure(&self, call: &Call, error: &ErrorReport, result: &mut Entries<'_>) {
        self.0.failure(call, error, result);
    }
}

/// Data of a tool with `text`, plain or in a reply.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the text of a tool",
    label = "not text: no `Display`",
    note = "`text` without an argument sends the data as the text of the result: return a `String`, a `&str`, or another type that implements `Display`",
    note = "structured data can have a text, too: `text(\"…\", …)`, with arguments over `data`"
)]
pub trait Textual {
    /// The data with a serialization as text.
    type Text;

    /// The data as text.
    fn into_text(self) -> Self::Text;
}

#[diagnostic::do_not_recommend]
impl<T: Display> Textual for T {
    type Text = Displayed<T>;

    fn into_text(self) -> Displayed<T> {
        Displayed(self)
    }
}

#[diagnostic::do_not_recommend]
impl<T: Display, V: Version> Textual for Reply<T, V> {
    type Text = Reply<Displayed<T>, V>;

    fn into_text(self) -> Self::Text {
        let (data, meta) = self.into_parts();
        Reply::from_parts(Displayed(data), meta)
    }
}

/// Data that serializes as its `Display`.
#[derive(Debug)]
pub struct Displayed<T>(T);

impl<T: Display> Serialize for Displayed<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}
