//! An object that was read, which needs little more memory than its text until somebody looks into it.

use std::sync::OnceLock;

use serde_json::{Map, Value};

use super::document::Document;

/// An object with at least one entry.
#[derive(Clone)]
pub(crate) struct ReadObject {
    /// Each key is there once.
    json: Box<str>,
    map: OnceLock<Map<String, Value>>,
}

impl ReadObject {
    /// `None` for an empty object, and for a value that is no object.
    pub(crate) fn new(document: &Document<'_>) -> Option<Self> {
        let has_entries = matches!(document, Document::Object(entries) if !entries.is_empty());
        has_entries.then(|| Self { json: document.to_json().into(), map: OnceLock::new() })
    }

    pub(crate) fn to_document(&self) -> Document<'_> {
        // The text was written from a document, so it can be read.
        serde_json::from_str(&self.json).unwrap_or(Document::Object(Vec::new()))
    }

    pub(crate) fn as_map(&self) -> &Map<String, Value> {
        self.map.get_or_init(|| self.to_map())
    }

    pub(crate) fn into_map(self) -> Map<String, Value> {
        self.as_map();
        self.map.into_inner().unwrap_or_default()
    }

    fn to_map(&self) -> Map<String, Value> {
        match self.to_document().into_value() {
            Value::Object(map) => map,
            _ => Map::new(),
        }
    }
}
