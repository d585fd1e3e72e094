//! A value in an envelope, with the way to it.

use crate::json::Document;
use crate::text::{pointer_token, truncate};

/// Adds a token to a JSON Pointer.
pub(super) fn push_token(pointer: &mut String, token: &str) {
    pointer.push('/');
    pointer.push_str(&pointer_token(token));
}

/// A place in an envelope: its JSON Pointer, and the value there if there is one.
#[derive(Clone, Debug)]
pub(crate) struct Node<'a> {
    pointer: String,
    value: Option<&'a Document<'a>>,
}

impl<'a> Node<'a> {
    pub(super) fn root(document: &'a Document<'a>) -> Self {
        Self { pointer: String::new(), value: Some(document) }
    }

    pub(super) fn pointer(&self) -> &str {
        &self.pointer
    }

    pub(crate) fn value(&self) -> Option<&'a Document<'a>> {
        self.value
    }

    /// The value of a key.
    pub(crate) fn get(&self, key: &str) -> Self {
        self.step(key, self.value.and_then(|value| value.get(key)))
    }

    /// The items of an array.
    pub(crate) fn items(&self) -> impl Iterator<Item = Node<'a>> {
        let items = match self.value {
            Some(Document::Array(items)) => items.as_slice(),
            _ => &[],
        };
        items.iter().enumerate().map(|(index, item)| self.step(&index.to_string(), Some(item)))
    }

    fn step(&self, token: &str, value: Option<&'a Document<'a>>) -> Self {
        let mut pointer = self.pointer.clone();
        push_token(&mut pointer, token);
        Self { pointer, value }
    }

    /// Whether there is a value, and it is not null.
    pub(crate) fn is_given(&self) -> bool {
        self.value.is_some_and(|value| !value.is_null())
    }

    pub(crate) fn is_object(&self) -> bool {
        matches!(self.value, Some(Document::Object(_)))
    }

    pub(crate) fn is(&self, expected: bool) -> bool {
        self.value == Some(&Document::Bool(expected))
    }

    pub(crate) fn as_str(&self) -> Option<&'a str> {
        self.value.and_then(Document::as_str)
    }

    pub(crate) fn is_array(&self) -> bool {
        matches!(self.value, Some(Document::Array(_)))
    }

    /// Whether it is an array with something in it.
    pub(crate) fn has_items(&self) -> bool {
        matches!(self.value, Some(Document::Array(items)) if !items.is_empty())
    }

    /// What is there, for a message.
    pub(super) fn found(&self) -> String {
        self.value.map_or_else(|| "nothing".to_owned(), excerpt)
    }
}

/// A value in a few words.
pub(super) fn excerpt(value: &Document<'_>) -> String {
    const MAX_CHARS: usize = 60;

    match value {
        Document::String(text) => serde_json::Value::from(truncate(text, MAX_CHARS)).to_string(),
        Document::Number(number) => truncate(&number.to_string(), MAX_CHARS).into_owned(),
        Document::Bool(value) => value.to_string(),
        Document::Array(items) if items.is_empty() => "[]".to_owned(),
        Document::Object(entries) if entries.is_empty() => "{}".to_owned(),
        value => value.kind().to_owned(),
    }
}
