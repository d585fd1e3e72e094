//! The key of a map: a string, or a scalar that can be written as one.

use serde_json::Result;

use super::sink::Sink;

/// A sink that writes a value as the next key of another sink.
pub(super) struct KeyOf<'a> {
    pub(super) sink: &'a mut dyn Sink,
    pub(super) is_first: bool,
    /// Whether the value cannot be a key.
    pub(super) is_refused: bool,
}

impl Sink for KeyOf<'_> {
    fn text(&self) -> &str {
        self.sink.text()
    }

    fn push(&mut self, scalar: &str) {
        self.string(scalar);
    }

    fn string(&mut self, text: &str) {
        self.sink.key(self.is_first, text);
    }

    fn raw(&mut self, _json: &str) -> Result<()> {
        self.is_refused = true;
        Ok(())
    }

    fn key(&mut self, _is_first: bool, _key: &str) {}

    fn field(&mut self, _is_first: bool, _name: &'static str) {}

    fn null(&mut self) {
        self.is_refused = true;
    }

    fn open_array(&mut self) {
        self.is_refused = true;
    }

    fn open_object(&mut self) {
        self.is_refused = true;
    }
}
