//! The destination of a JSON document: one text, or a text and the same text as the contents of a JSON string.

use std::fmt::{self, Display, Write};

use serde::ser::Error as _;
use serde_json::{Error, Result};

use super::escape::{
    is_clean_name, push_contents, push_contents_twice, push_string, push_string_twice,
};

/// Takes the parts of a JSON document in the order of the text.
///
/// The methods are not generic, so they are compiled once for each sink, and not for each type that is serialized.
pub(super) trait Sink {
    /// The JSON text so far.
    fn text(&self) -> &str;

    /// Writes text that needs no escapes, not even inside of a string.
    fn push(&mut self, text: &str);

    fn string(&mut self, text: &str);

    /// Writes the output of a `Display` as a string. It is formatted once, since a second call of its `Display` can have another result.
    fn display(&mut self, value: &dyn Display) -> Result<()> {
        let mut text = String::new();
        write_display(&mut |piece| text.push_str(piece), value)?;
        self.string(&text);
        Ok(())
    }

    /// Copies a value that is JSON text already.
    fn raw(&mut self, json: &str) -> Result<()>;
    /// The name of a field, which is known when compiling, with the brace or the comma before it.
    fn field(&mut self, is_first: bool, name: &'static str);

    /// The same for the key of an entry.
    #[inline(never)]
    fn key(&mut self, is_first: bool, key: &str) {
        self.push(if is_first { "{" } else { "," });
        self.string(key);
        self.push(":");
    }

    #[inline]
    fn null(&mut self) {
        self.push("null");
    }

    #[inline]
    fn bool(&mut self, value: bool) {
        self.push(if value { "true" } else { "false" });
    }

    #[inline(never)]
    fn unsigned(&mut self, value: u64) {
        self.push(itoa::Buffer::new().format(value));
    }

    #[inline(never)]
    fn signed(&mut self, value: i64) {
        self.push(itoa::Buffer::new().format(value));
    }

    /// Writes the text of any other number.
    fn number(&mut self, text: &str) -> Result<()> {
        self.push(text);
        Ok(())
    }

    /// Writes a finite number.
    #[inline]
    fn double(&mut self, value: f64) {
        self.push(zmij::Buffer::new().format_finite(value));
    }

    #[inline]
    fn open_array(&mut self) {
        self.push("[");
    }

    #[inline]
    fn close_array(&mut self) {
        self.push("]");
    }

    /// Begins an object. Sinks of text write its brace together with its first key.
    #[inline]
    fn open_object(&mut self) {}

    #[inline]
    fn close_object(&mut self, is_empty: bool) {
        self.push(if is_empty { "{}" } else { "}" });
    }
}

/// JSON text.
///
/// The sinks borrow their buffers, because moving a `String` in and out would be most of the cost of a short document.
#[derive(Debug)]
pub(super) struct Text<'a> {
    pub(super) json: &'a mut String,
}

impl Sink for Text<'_> {
    #[inline]
    fn text(&self) -> &str {
        self.json
    }

    #[inline]
    fn push(&mut self, text: &str) {
        self.json.push_str(text);
    }

    fn string(&mut self, text: &str) {
        push_string(self.json, text);
    }

    fn display(&mut self, value: &dyn Display) -> Result<()> {
        self.json.push('"');
        write_display(&mut |piece| push_contents(self.json, piece), value)?;
        self.json.push('"');
        Ok(())
    }

    #[inline]
    fn raw(&mut self, json: &str) -> Result<()> {
        self.json.push_str(json);
        Ok(())
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "the name is a constant, and is not searched")]
    fn field(&mut self, is_first: bool, name: &'static str) {
        if !is_clean_name(name) {
            return self.key(is_first, name);
        }
        self.json.push_str(if is_first { "{\"" } else { ",\"" });
        self.json.push_str(name);
        self.json.push_str("\":");
    }
}

/// Appends a number.
#[inline]
pub(crate) fn push_unsigned(json: &mut String, value: u64) {
    Text { json }.unsigned(value);
}

/// JSON text, and the same text as the contents of a JSON string, written in one pass.
#[derive(Debug)]
pub(super) struct TwoTexts<'a> {
    pub(super) json: &'a mut String,
    pub(super) nested: &'a mut String,
}

impl Sink for TwoTexts<'_> {
    #[inline]
    fn text(&self) -> &str {
        self.json
    }

    #[inline]
    fn push(&mut self, text: &str) {
        self.json.push_str(text);
        self.nested.push_str(text);
    }

    fn string(&mut self, text: &str) {
        push_string_twice(self.json, self.nested, text);
    }

    fn display(&mut self, value: &dyn Display) -> Result<()> {
        self.json.push('"');
        self.nested.push_str("\\\"");
        let Self { json, nested } = self;
        write_display(&mut |piece| push_contents_twice(json, nested, piece), value)?;
        self.json.push('"');
        self.nested.push_str("\\\"");
        Ok(())
    }

    fn raw(&mut self, json: &str) -> Result<()> {
        self.json.push_str(json);
        push_contents(self.nested, json);
        Ok(())
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "the name is a constant, and is not searched")]
    fn field(&mut self, is_first: bool, name: &'static str) {
        if !is_clean_name(name) {
            return self.key(is_first, name);
        }
        self.json.push_str(if is_first { "{\"" } else { ",\"" });
        self.json.push_str(name);
        self.json.push_str("\":");
        self.nested.push_str(if is_first { "{\\\"" } else { ",\\\"" });
        self.nested.push_str(name);
        self.nested.push_str("\\\":");
    }
}

/// Passes on the pieces that a `Display` writes.
fn write_display(push: &mut dyn FnMut(&str), value: &dyn Display) -> Result<()> {
    struct Pieces<'a>(&'a mut dyn FnMut(&str));

    impl Write for Pieces<'_> {
        fn write_str(&mut self, piece: &str) -> fmt::Result {
            (self.0)(piece);
            Ok(())
        }
    }

    write!(Pieces(push), "{value}").map_err(Error::custom)
}
