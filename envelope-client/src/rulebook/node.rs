//! A value in an envelope, with its path.

use envelope_contracts::format::truncate;
use serde_json::Value;

use crate::text::pointer_token;

/// A place in an envelope, and the value there if there is one.
///
/// A node borrows its parent, and writes its JSON Pointer only for a report, since the keys of a tool's data can be long.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Node<'a> {
    /// The parent, and the step from there.
    step: Option<(&'a Node<'a>, Token<'a>)>,
    pub(crate) value: Option<&'a Value>,
    /// Whether the node stands for every value that a table allows.
    pub(crate) is_any: bool,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Token<'a> {
    Key(&'a str),
    Index(usize),
}

impl<'a> Node<'a> {
    pub(crate) fn root(value: &'a Value) -> Self {
        Self { value: Some(value), ..Self::default() }
    }

    /// A root that stands for every envelope, to list all rules of a table.
    pub(crate) fn any() -> Self {
        Self { is_any: true, ..Self::default() }
    }

    /// A place inside of this one, and a value there.
    pub(crate) fn at<'n>(&'n self, token: Token<'n>, value: Option<&'n Value>) -> Node<'n> {
        Node { step: Some((self, token)), value, is_any: self.is_any }
    }

    /// The JSON Pointer. `/` and `~` are escaped, as RFC 6901 requires, and long keys are abbreviated.
    pub(crate) fn pointer(&self) -> String {
        const MAX_KEY_CHARS: usize = 60;

        let Some((parent, token)) = self.step else { return String::new() };
        let token = match token {
            Token::Key(key) => pointer_token(&truncate(key, MAX_KEY_CHARS)),
            Token::Index(index) => index.to_string(),
        };
        let mut pointer = parent.pointer();
        pointer.push('/');
        pointer.push_str(&token);
        pointer
    }

    /// The value of a key.
    pub(crate) fn get<'n>(&'n self, key: &'n str) -> Node<'n> {
        self.at(Token::Key(key), self.value.and_then(|value| value.get(key)))
    }

    /// The items of an array.
    pub(crate) fn items(&self) -> impl Iterator<Item = Node<'_>> {
        let items = self.as_array().into_iter().flatten().enumerate();
        let any = self.is_any.then(|| self.at(Token::Index(0), None));
        items.map(|(index, item)| self.at(Token::Index(index), Some(item))).chain(any)
    }

    /// The entries of an object.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (&'a str, Node<'_>)> {
        let entries = self.value.and_then(Value::as_object).into_iter().flatten();
        let any = self.is_any.then(|| ("", self.at(Token::Key(""), None)));
        entries.map(|(key, value)| (key.as_str(), self.at(Token::Key(key), Some(value)))).chain(any)
    }

    /// Whether there is a value, and it is not null.
    pub(crate) fn is_given(&self) -> bool {
        self.value.is_some_and(|value| !value.is_null())
    }

    pub(crate) fn is_object(&self) -> bool {
        self.is_any || self.value.is_some_and(Value::is_object)
    }

    pub(crate) fn is(&self, expected: bool) -> bool {
        self.value == Some(&Value::Bool(expected))
    }

    pub(crate) fn as_str(&self) -> Option<&'a str> {
        self.value.and_then(Value::as_str)
    }

    pub(crate) fn as_array(&self) -> Option<&'a Vec<Value>> {
        self.value.and_then(Value::as_array)
    }
}

/// A value in a few words, for a message.
pub(crate) fn found(value: Option<&Value>) -> String {
    const MAX_CHARS: usize = 60;

    match value {
        None => "nothing".to_owned(),
        Some(Value::String(text)) => Value::from(truncate(text, MAX_CHARS)).to_string(),
        Some(Value::Array(items)) if !items.is_empty() => "an array".to_owned(),
        Some(Value::Object(entries)) if !entries.is_empty() => "an object".to_owned(),
        Some(other) => truncate(&other.to_string(), MAX_CHARS).into_owned(),
    }
}
