//! Tools with the setting `text`: the text of a result is not the JSON of its data.

use std::fmt::Display;

use serde::{Serialize, Serializer};

use super::reply::{Meta, Reply};
use super::wire::{self, Source};
use super::{Mcp, ServerInfo, V_2026_07_28, Version};
use crate::dialect::{Call, Dialect, Entries, Format, PlainData, Takes, Text, key};
use crate::error::ErrorReport;

/// The dialect of a tool with `text("…", …)`: a success has this text. [`Mcp::text`] returns it.
#[derive(Clone, Debug, Default)]
#[doc(hidden)]
#[must_use]
pub struct WithText<V> {
    pub(super) mcp: Mcp<V>,
    pub(super) text: Option<String>,
}

impl<T, V: Version> PlainData<T> for WithText<V> {
    fn meta(&mut self, _data: &T) -> Option<Box<Meta>> {
        Takes::<Mcp<V>>::take(self, None)
    }
}

/// The text of a reply replaces the text of the setting.
impl<V: Version> Takes<Mcp<V>> for WithText<V> {
    fn take(&mut self, mut reply: Option<Box<Meta>>) -> Option<Box<Meta>> {
        if let Some(text) = self.text.take() {
            reply.get_or_insert_default().text.get_or_insert(text);
        }
        reply
    }
}

#[diagnostic::do_not_recommend]
impl<V: Version> Dialect for WithText<V> {
    const ID: &'static str = V::ID;
    const FORMAT: Format = V::FORMAT;

    type Root = V::Root;
    type Meta = Option<Box<Meta>>;

    fn success(&self, call: &Call, meta: &Option<Box<Meta>>, result: &mut Entries<'_>) {
        self.mcp.success(call, meta, result);
    }

    fn failure(&self, call: &Call, error: &ErrorReport, result: &mut Entries<'_>) {
        self.mcp.failure(call, error, result);
    }
}

/// The dialect of a tool with `text`: the data is the text of a success. [`Mcp::text_only`] returns it.
#[derive(Clone, Debug, Default)]
#[doc(hidden)]
#[must_use]
pub struct TextOnly<V>(pub(super) Mcp<V>);

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
impl<V: Version> Takes<Mcp<V>> for TextOnly<V> {
    fn take(&mut self, reply: Option<Box<Meta>>) -> Option<Box<Meta>> {
        reply
    }
}

impl<V: Version> Dialect for TextOnly<V> {
    const ID: &'static str = V::ID;
    const FORMAT: Format = V::FORMAT;

    type Root = Text;
    type Meta = Option<Box<Meta>>;

    fn success(&self, call: &Call, meta: &Option<Box<Meta>>, result: &mut Entries<'_>) {
        result.optional_string(key!("resultType"), V::RESULT_TYPE);
        wire::success(call, &self.0.settings, Source::IsData, meta.as_deref(), result);
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
    /// The data, which serializes as text.
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
