//! Builds a `serde_json::Value` in addition to the text, for outputs that are trees.

use serde_json::{Map, Result, Value};

use super::sink::Sink;
use super::transcode::{number, tree_of};

/// Writes to another sink, and builds a tree, in one pass.
#[derive(Debug)]
pub(super) struct WithTree<'a, K> {
    pub(super) sink: K,
    pub(super) tree: &'a mut Tree,
}

impl<K: Sink> Sink for WithTree<'_, K> {
    fn text(&self) -> &str {
        self.sink.text()
    }

    fn push(&mut self, text: &str) {
        self.sink.push(text);
    }

    fn null(&mut self) {
        self.tree.put(Value::Null);
        self.sink.null();
    }

    fn bool(&mut self, value: bool) {
        self.tree.put(value.into());
        self.sink.bool(value);
    }

    fn unsigned(&mut self, value: u64) {
        self.tree.put(value.into());
        self.sink.unsigned(value);
    }

    fn signed(&mut self, value: i64) {
        self.tree.put(value.into());
        self.sink.signed(value);
    }

    fn number(&mut self, text: &str) -> Result<()> {
        // The tree gets the number that the text has, so that both agree: 0.1 for an `f32` of 0.1.
        self.tree.put(number(text, serde_json::value::Serializer)?);
        self.sink.number(text)
    }

    fn double(&mut self, value: f64) {
        self.tree.put(value.into());
        self.sink.double(value);
    }

    fn string(&mut self, text: &str) {
        self.tree.put(text.into());
        self.sink.string(text);
    }

    fn raw(&mut self, json: &str) -> Result<()> {
        self.tree.put(tree_of(json)?);
        self.sink.raw(json)
    }

    fn open_array(&mut self) {
        self.tree.open.push(Open::Array(Vec::new()));
        self.sink.open_array();
    }

    fn close_array(&mut self) {
        self.tree.close();
        self.sink.close_array();
    }

    fn open_object(&mut self) {
        self.tree.open.push(Open::Object(Map::new(), String::new()));
        self.sink.open_object();
    }

    fn close_object(&mut self, is_empty: bool) {
        self.tree.close();
        self.sink.close_object(is_empty);
    }

    fn key(&mut self, is_first: bool, name: &str) {
        self.tree.key(name);
        self.sink.key(is_first, name);
    }

    fn field(&mut self, is_first: bool, name: &'static str) {
        self.tree.key(name);
        self.sink.field(is_first, name);
    }
}

/// A value that is being built.
#[derive(Debug, Default)]
pub(super) struct Tree {
    pub(super) value: Option<Value>,
    /// The arrays and objects around the next value.
    open: Vec<Open>,
}

#[derive(Debug)]
enum Open {
    Array(Vec<Value>),
    /// An object, and the key of the next value.
    Object(Map<String, Value>, String),
}

impl Tree {
    fn put(&mut self, value: Value) {
        match self.open.last_mut() {
            None => self.value = Some(value),
            Some(Open::Array(values)) => values.push(value),
            Some(Open::Object(object, key)) => {
                object.insert(std::mem::take(key), value);
            }
        }
    }

    fn key(&mut self, name: &str) {
        if let Some(Open::Object(_, key)) = self.open.last_mut() {
            // The last key was moved into the object, so its memory cannot be used again.
            *key = name.into();
        }
    }

    fn close(&mut self) {
        match self.open.pop() {
            Some(Open::Array(values)) => self.put(values.into()),
            Some(Open::Object(object, _)) => self.put(object.into()),
            None => {}
        }
    }
}
