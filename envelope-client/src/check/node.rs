//! A value in an envelope, with the way to it.

use serde_json::Value;
use crate::text::{pointer_token, truncate};

/// A place in an envelope, and the value there if there is one.
///
/// It borrows its parent, and the JSON Pointer is written only for a place that is reported: an author's keys can be long.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<'a> {
    /// The parent, and the step from there.
    step: Option<(&'a Node<'a>, Token<'a>)>,
    value: Option<&'a Value>,
}

#[derive(Clone, Copy, Debug)]
enum Token<'a> {
    Key(&'a str),
    Index(usize),
}

impl<'a> Node<'a> {
    pub(crate) fn root(document: &'a Value) -> Self {
        Self { step: None, value: Some(document) }
    }

    /// The JSON Pointer. `/` and `~` are escaped, as RFC 6901 requires, and long keys are abbreviated.
    pub(crate) fn pointer(&self) -> String {
        const MAX_KEY_CHARS: usize = 60;

        let Some((parent, token)) = self.step else { return String::new() };
        let mut pointer = parent.pointer();
        pointer.push('/');
        match token {
            Token::Key(key) => {
                let key = truncate(key, MAX_KEY_CHARS);
                pointer.push_str(&pointer_token(&key));
            }
            Token::Index(index) => pointer.push_str(&index.to_string()),
        }
        pointer
    }

    pub(crate) fn value(&self) -> Option<&'a Value> {
        self.value
    }

    /// The value of a key.
    pub(crate) fn get<'n>(&'n self, key: &'n str) -> Node<'n> {
        let value = self.value.and_then(|value| value.get(key));
        Node { step: Some((self, Token::Key(key))), value }
    }

    /// The items of an array.
    pub(crate) fn items(&self) -> impl Iterator<Item = Node<'_>> {
        let items = match self.value {
            Some(Value::Array(items)) => items.as_slice(),
            _ => &[],
        };
        items.iter().enumerate().map(move |(index, item)| Node {
            step: Some((self, Token::Index(index))),
            value: Some(item),
        })
    }

    /// The entries of an object, with a key as often as it is there.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (&'a str, Node<'_>)> {
        let entries = match self.value {
            Some(Value::Object(entries)) => entries.as_slice(),
            _ => &[],
        };
        entries.iter().map(move |(key, value)| {
            (&**key, Node { step: Some((self, Token::Key(key))), value: Some(value) })
        })
    }

    /// Whether there is a value, and it is not null.
    pub(crate) fn is_given(&self) -> bool {
        self.value.is_some_and(|value| !value.is_null())
    }

    pub(crate) fn is_object(&self) -> bool {
        matches!(self.value, Some(Value::Object(_)))
    }

    pub(crate) fn is(&self, expected: bool) -> bool {
        self.value == Some(&Value::Bool(expected))
    }

    pub(crate) fn as_str(&self) -> Option<&'a str> {
        self.value.and_then(Value::as_str)
    }

    pub(crate) fn is_array(&self) -> bool {
        matches!(self.value, Some(Value::Array(_)))
    }

    /// Whether it is an array with something in it.
    pub(crate) fn has_items(&self) -> bool {
        matches!(self.value, Some(Value::Array(items)) if !items.is_empty())
    }
}

/// A value in a few words, for a message.
pub(crate) fn found(value: Option<&Value>) -> String {
    const MAX_CHARS: usize = 60;

    match value {
        None => "nothing".to_owned(),
        Some(Value::String(text)) => {
            serde_json::Value::from(truncate(text, MAX_CHARS)).to_string()
        }
        Some(Value::Number(number)) => truncate(&number.to_string(), MAX_CHARS).into_owned(),
        Some(Value::Bool(value)) => value.to_string(),
        Some(Value::Array(items)) if items.is_empty() => "[]".to_owned(),
        Some(Value::Object(entries)) if entries.is_empty() => "{}".to_owned(),
        Some(value) => value.kind().to_owned(),
    }
}
