//! A `serde_json::Value` as a sink: for outputs that are trees and not text.

use std::fmt::Display;

use serde::ser::Error as _;
use serde_json::{Error, Map, Number, Result, Value};

use super::sink::{Form, Sink, Text, misplaced_data, single_text, write_display};

/// Builds a value.
#[derive(Debug, Default)]
pub(super) struct Tree {
    value: Value,
    /// The arrays and objects around what comes next.
    open: Vec<Open>,
}

/// A tool's data, for the tree of an envelope.
#[derive(Debug)]
pub(super) struct TreeData<'a> {
    pub(super) value: Value,
    /// Whether the value will be in one place of the envelope. In most it is.
    pub(super) is_in_one_place: bool,
    /// The same as text.
    pub(super) text: &'a str,
}

impl TreeData<'_> {
    /// The data for a place in the envelope.
    pub(super) fn take(&mut self, form: Form) -> Value {
        match form {
            Form::Json if self.is_in_one_place => std::mem::take(&mut self.value),
            Form::Json => self.value.clone(),
            Form::Text => self.text.into(),
            Form::PrettyText => super::pretty::indented(self.text).into(),
        }
    }
}

#[derive(Debug)]
enum Open {
    Array(Vec<Value>),
    /// An object, and the key of what comes next.
    Object(Map<String, Value>, String),
}

impl Tree {
    pub(super) fn into_value(self) -> Value {
        self.value
    }

    fn put(&mut self, value: Value) {
        match self.open.last_mut() {
            None => self.value = value,
            Some(Open::Array(values)) => values.push(value),
            Some(Open::Object(object, key)) => {
                object.insert(std::mem::take(key), value);
            }
        }
    }

    fn close(&mut self) {
        match self.open.pop() {
            Some(Open::Array(values)) => self.put(values.into()),
            Some(Open::Object(object, _)) => self.put(object.into()),
            None => {}
        }
    }

    fn wide(&mut self, number: Option<Number>) -> Result<()> {
        let number = number.ok_or_else(|| Error::custom("number out of range"))?;
        self.put(Value::Number(number));
        Ok(())
    }
}

impl Sink for Tree {
    fn null(&mut self) {
        self.put(Value::Null);
    }

    fn bool(&mut self, value: bool) {
        self.put(value.into());
    }

    fn unsigned(&mut self, value: u64) {
        self.put(value.into());
    }

    fn signed(&mut self, value: i64) {
        self.put(value.into());
    }

    fn unsigned_wide(&mut self, value: u128) -> Result<()> {
        self.wide(Number::from_u128(value))
    }

    fn signed_wide(&mut self, value: i128) -> Result<()> {
        self.wide(Number::from_i128(value))
    }

    fn single(&mut self, value: f32) {
        // What the text says, so that the text and the tree agree: 0.1 for an `f32` of 0.1.
        let text = single_text(&mut zmij::Buffer::new(), value).parse();
        let number = text.ok().and_then(Number::from_f64);
        self.put(number.map_or(Value::Null, Value::Number));
    }

    fn double(&mut self, value: f64) {
        self.put(value.into());
    }

    fn string(&mut self, text: &str) {
        self.put(text.into());
    }

    fn display(&mut self, value: &dyn Display) -> Result<()> {
        let mut text = String::new();
        write_display(&mut |piece| text.push_str(piece), value)?;
        self.put(text.into());
        Ok(())
    }

    fn raw(&mut self, json: &str) -> Result<()> {
        self.put(serde_json::from_str(json)?);
        Ok(())
    }

    fn data(&mut self, _: Form) -> Result<()> {
        Err(misplaced_data())
    }

    fn open_array(&mut self) {
        self.open.push(Open::Array(Vec::new()));
    }

    fn close_array(&mut self) {
        self.close();
    }

    fn open_object(&mut self) {
        self.open.push(Open::Object(Map::new(), String::new()));
    }

    fn close_object(&mut self, _: bool) {
        self.close();
    }

    fn comma(&mut self) {}

    fn key(&mut self, _: bool, name: &str) {
        if let Some(Open::Object(_, key)) = self.open.last_mut() {
            // The last key was taken, so there is no memory to use again.
            *key = name.into();
        }
    }

    fn field(&mut self, is_first: bool, name: &'static str) {
        self.key(is_first, name);
    }
}

/// A text and a value, from one pass.
#[derive(Debug)]
pub(super) struct TextAndTree<'a> {
    pub(super) text: Text<'a>,
    pub(super) tree: Tree,
}

macro_rules! both {
    ($($method:ident($($argument:ident: $type:ty),*) $(-> $result:ty)?;)*) => {$(
        fn $method(&mut self $(, $argument: $type)*) $(-> $result)? {
            both!(@ self.tree.$method($($argument),*) $(=> $result)?);
            self.text.$method($($argument),*)
        }
    )*};
    (@ $call:expr => $result:ty) => { $call? };
    (@ $call:expr) => { $call };
}

impl Sink for TextAndTree<'_> {
    both! {
        null();
        bool(value: bool);
        unsigned(value: u64);
        signed(value: i64);
        unsigned_wide(value: u128) -> Result<()>;
        signed_wide(value: i128) -> Result<()>;
        single(value: f32);
        double(value: f64);
        string(text: &str);
        raw(json: &str) -> Result<()>;
        open_array();
        close_array();
        open_object();
        close_object(is_empty: bool);
        comma();
        key(is_first: bool, name: &str);
        field(is_first: bool, name: &'static str);
    }

    fn display(&mut self, value: &dyn Display) -> Result<()> {
        // Formatted once: what is formatted twice can differ.
        let mut text = String::new();
        write_display(&mut |piece| text.push_str(piece), value)?;
        self.string(&text);
        Ok(())
    }

    fn data(&mut self, _: Form) -> Result<()> {
        Err(misplaced_data())
    }
}
