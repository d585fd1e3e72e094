//! The marked values of an error, kept as JSON values in two flat buffers.
//!
//! An error has any number of marked fields of any type that serializes. Their values are taken out of it at once, so
//! that nothing of the error is needed afterwards and nothing can fail or panic when the envelope is written. A tree of
//! `serde_json::Value` would cost an allocation for each key and string; this costs two in all.

use std::borrow::Cow;
use std::fmt::{self, Display, Write};
use std::ops::Range;
use std::time::Duration;

use serde::Serialize;
use serde::ser::{self, SerializeMap, SerializeSeq, Serializer};
use serde_json::Number;
use serde_json::value::RawValue;

/// Room for the marked fields of a usual error, so that its buffers do not grow.
const USUAL_NODES: usize = 16;

/// Room for the text of a usual error: message, remediation, keys and strings.
const USUAL_TEXT: usize = 256;

/// A piece of the text buffer.
pub(super) type Text = Range<usize>;

#[derive(Clone, Debug)]
enum Node {
    Null,
    Bool(bool),
    Signed(i128),
    Unsigned(u128),
    Single(f32),
    Double(f64),
    Text(Text),
    /// JSON text as it is: what `serde_json` keeps of a `RawValue`, and of a number with arbitrary precision.
    Raw(Text),
    /// The values that follow, up to the node at `end`.
    Seq {
        end: usize,
    },
    /// The keys and values that follow in turn, up to the node at `end`.
    Map {
        end: usize,
    },
    /// A marked field: its value follows, up to the node at `end`.
    Field {
        slot: Slot,
        key: Text,
        end: usize,
    },
}

/// The part of a failure that a marked field belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    Details,
    Path,
    Data,
    RateLimit,
    Telemetry,
    Meta,
    /// The codes that single dialects have for the error.
    Codes,
    Upgrades,
    /// A later field took its place.
    Replaced,
}

/// JSON values, each named by the index of its first node.
#[derive(Clone, Debug, Default)]
pub(super) struct Values {
    nodes: Vec<Node>,
    text: String,
}

impl Values {
    /// Formats into the text buffer. A `Display` that fails keeps what it wrote.
    pub(super) fn push_text(&mut self, text: impl Display) -> Text {
        if self.text.capacity() == 0 {
            self.text.reserve(USUAL_TEXT);
        }
        let start = self.text.len();
        let _ = write!(self.text, "{text}");
        start..self.text.len()
    }

    pub(super) fn text(&self, text: &Text) -> &str {
        self.text.get(text.clone()).unwrap_or_default()
    }

    /// Takes a marked field in. One with the same slot and key gives way to it.
    pub(super) fn push_field(
        &mut self,
        slot: Slot,
        key: &str,
        value: &(impl Serialize + ?Sized),
    ) -> Result<(), Defect> {
        // An error can have several hints for one feature.
        if slot != Slot::Upgrades {
            self.replace(slot, key);
        }
        let key = self.push_text(key);
        let start = self.push_node(Node::Field { slot, key, end: 0 });
        let taken = value.serialize(&mut *self);
        match taken {
            Ok(()) => self.close(start),
            // Half a value has no end.
            Err(_) => self.nodes.truncate(start),
        }
        taken
    }

    fn replace(&mut self, replaced: Slot, key: &str) {
        let mut at = 0;
        while at < self.nodes.len() {
            let after = self.after(at);
            if let Some(Node::Field { slot, key: text, .. }) = self.nodes.get_mut(at)
                && *slot == replaced
                && self.text.get(text.clone()) == Some(key)
            {
                *slot = Slot::Replaced;
            }
            at = after;
        }
    }

    /// The marked fields of a slot, in the order in which they were taken in.
    pub(super) fn fields(&self, wanted: Slot) -> impl Iterator<Item = (&str, Value<'_>)> {
        let inside = |at: usize| (at < self.nodes.len()).then_some(at);
        std::iter::successors(inside(0), move |at| inside(self.after(*at))).filter_map(move |at| {
            match self.node(at) {
                Node::Field { slot, key, .. } if *slot == wanted => {
                    Some((self.text(key), Value { values: self, at: at + 1, limit: None }))
                }
                _ => None,
            }
        })
    }

    fn push_node(&mut self, node: Node) -> usize {
        if self.nodes.capacity() == 0 {
            self.nodes.reserve(USUAL_NODES);
        }
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    fn node(&self, at: usize) -> &Node {
        self.nodes.get(at).unwrap_or(&Node::Null)
    }

    /// The index after the value at `at`.
    fn after(&self, at: usize) -> usize {
        match *self.node(at) {
            // A `Serialize` that passes over an error of its element leaves one without an end.
            Node::Seq { end } | Node::Map { end } | Node::Field { end, .. } => end.max(at + 1),
            _ => at + 1,
        }
    }

    fn open(&mut self, node: Node) -> Compound<'_> {
        let start = self.push_node(node);
        Compound { values: self, start, outer: None, raw: false }
    }

    /// `{"variant": …}`, which is how an enum's variant with content is written.
    fn open_variant(&mut self, variant: &str, node: Node) -> Compound<'_> {
        let outer = self.push_node(Node::Map { end: 0 });
        self.push_str(variant);
        let start = self.push_node(node);
        Compound { values: self, start, outer: Some(outer), raw: false }
    }

    fn close(&mut self, start: usize) {
        let here = self.nodes.len();
        if let Some(Node::Seq { end } | Node::Map { end } | Node::Field { end, .. }) =
            self.nodes.get_mut(start)
        {
            *end = here;
        }
    }

    fn push_str(&mut self, text: &str) {
        let text = self.push_text(text);
        self.push_node(Node::Text(text));
    }

    /// Makes the value at `at` a key, as `serde_json` does: a string, or a scalar that reads as one.
    fn make_key(&mut self, at: usize) -> Result<(), Defect> {
        let text = match *self.node(at) {
            Node::Text(_) => return Ok(()),
            Node::Bool(value) => self.push_text(value),
            Node::Signed(value) => self.push_text(value),
            Node::Unsigned(value) => self.push_text(value),
            Node::Single(value) if value.is_finite() => self.push_text(json_text(&value)),
            Node::Double(value) if value.is_finite() => self.push_text(json_text(&value)),
            _ => return Err(ser::Error::custom("key must be a string")),
        };
        if let Some(node) = self.nodes.get_mut(at) {
            *node = Node::Text(text);
        }
        Ok(())
    }
}

/// A number as JSON writes it.
fn json_text(number: &impl Serialize) -> String {
    serde_json::to_string(number).unwrap_or_default()
}

/// One value among [`Values`].
#[derive(Clone, Copy)]
pub(super) struct Value<'a> {
    values: &'a Values,
    at: usize,
    /// How many letters of a string are written.
    limit: Option<usize>,
}

impl<'a> Value<'a> {
    /// The values from this index up to `end`.
    fn children(self, end: usize) -> impl Iterator<Item = Value<'a>> {
        let inside = move |at: usize| (at < end).then_some(at);
        std::iter::successors(inside(self.at + 1), move |at| inside(self.values.after(*at)))
            .map(move |at| Value { at, ..self })
    }

    /// The value with its strings cut.
    pub(super) fn cut(self, limit: Option<usize>) -> Self {
        Self { limit, ..self }
    }

    /// The entries, if this is a map.
    pub(super) fn entries(self) -> impl Iterator<Item = (&'a str, Value<'a>)> {
        let end = match *self.values.node(self.at) {
            Node::Map { end } => end,
            _ => self.at,
        };
        let mut children = self.children(end);
        std::iter::from_fn(move || Some((children.next()?.as_str()?, children.next()?)))
    }

    pub(super) fn as_number(self) -> Option<Number> {
        match *self.values.node(self.at) {
            Node::Unsigned(number) => u64::try_from(number).ok().map(Number::from),
            Node::Signed(number) => i64::try_from(number).ok().map(Number::from),
            Node::Single(number) => Number::from_f64(number.into()),
            Node::Double(number) => Number::from_f64(number),
            _ => None,
        }
    }

    /// Whole seconds, a part of one counted as one.
    pub(super) fn as_seconds(self) -> Option<u64> {
        match *self.values.node(self.at) {
            Node::Unsigned(seconds) => u64::try_from(seconds).ok(),
            Node::Signed(seconds) => u64::try_from(seconds).ok(),
            Node::Single(seconds) => Duration::try_from_secs_f32(seconds).ok().map(whole_seconds),
            Node::Double(seconds) => Duration::try_from_secs_f64(seconds).ok().map(whole_seconds),
            _ => None,
        }
    }

    pub(super) fn as_str(self) -> Option<&'a str> {
        match self.values.node(self.at) {
            Node::Text(text) => Some(self.values.text(text)),
            _ => None,
        }
    }
}

impl Serialize for Value<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match *self.values.node(self.at) {
            Node::Null | Node::Field { .. } => serializer.serialize_unit(),
            Node::Bool(value) => serializer.serialize_bool(value),
            // Few formats take 128 bits, and few values need them.
            Node::Signed(value) => match i64::try_from(value) {
                Ok(value) => serializer.serialize_i64(value),
                Err(_) => serializer.serialize_i128(value),
            },
            Node::Unsigned(value) => match u64::try_from(value) {
                Ok(value) => serializer.serialize_u64(value),
                Err(_) => serializer.serialize_u128(value),
            },
            Node::Single(value) => serializer.serialize_f32(value),
            Node::Double(value) => serializer.serialize_f64(value),
            Node::Text(ref text) => {
                let text = self.values.text(text);
                serializer.serialize_str(&cut_to(text, self.limit))
            }
            Node::Raw(ref text) => raw(self.values.text(text), self.limit, serializer),
            Node::Seq { end } => {
                let mut seq = serializer.serialize_seq(None)?;
                for value in self.children(end) {
                    seq.serialize_element(&value)?;
                }
                seq.end()
            }
            Node::Map { .. } => {
                let mut map = serializer.serialize_map(None)?;
                for (key, value) in self.entries() {
                    map.serialize_entry(&cut_to(key, self.limit), &value)?;
                }
                map.end()
            }
        }
    }
}

fn whole_seconds(time: Duration) -> u64 {
    time.as_secs().saturating_add(u64::from(time.subsec_nanos() > 0))
}

/// JSON text as JSON, with its strings cut if there is a limit.
fn raw<S: Serializer>(text: &str, limit: Option<usize>, serializer: S) -> Result<S::Ok, S::Error> {
    let has_strings = text.contains('"');
    if limit.is_none() || !has_strings {
        let raw: &RawValue = serde_json::from_str(text).map_err(ser::Error::custom)?;
        return raw.serialize(serializer);
    }
    let value: serde_json::Value = serde_json::from_str(text).map_err(ser::Error::custom)?;
    let mut values = Values::default();
    value.serialize(&mut values).map_err(ser::Error::custom)?;
    Value { values: &values, at: 0, limit }.serialize(serializer)
}

/// The text, cut if there is a limit.
pub(super) fn cut_to(text: &str, limit: Option<usize>) -> Cow<'_, str> {
    limit.map_or(Cow::Borrowed(text), |limit| cut(text, limit))
}

/// At most so many letters of a text, the last of them an ellipsis where something is left out.
pub(crate) fn cut(text: &str, letters: usize) -> Cow<'_, str> {
    if text.chars().nth(letters).is_none() {
        return Cow::Borrowed(text);
    }
    let kept = text.chars().take(letters.saturating_sub(1));
    Cow::Owned(kept.chain(['…']).collect())
}

/// Why a value could not be serialized.
#[derive(Clone, Debug)]
pub(super) struct Defect(pub(super) String);

impl Display for Defect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Defect {}

impl ser::Error for Defect {
    fn custom<T: Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

macro_rules! scalars {
    ($($method:ident($type:ty) => $node:ident,)*) => {$(
        fn $method(self, value: $type) -> Result<(), Defect> {
            self.push_node(Node::$node(value.into()));
            Ok(())
        }
    )*};
}

impl<'a> Serializer for &'a mut Values {
    type Ok = ();
    type Error = Defect;
    type SerializeSeq = Compound<'a>;
    type SerializeTuple = Compound<'a>;
    type SerializeTupleStruct = Compound<'a>;
    type SerializeTupleVariant = Compound<'a>;
    type SerializeMap = Compound<'a>;
    type SerializeStruct = Compound<'a>;
    type SerializeStructVariant = Compound<'a>;

    scalars! {
        serialize_bool(bool) => Bool,
        serialize_i8(i8) => Signed,
        serialize_i16(i16) => Signed,
        serialize_i32(i32) => Signed,
        serialize_i64(i64) => Signed,
        serialize_i128(i128) => Signed,
        serialize_u8(u8) => Unsigned,
        serialize_u16(u16) => Unsigned,
        serialize_u32(u32) => Unsigned,
        serialize_u64(u64) => Unsigned,
        serialize_u128(u128) => Unsigned,
        serialize_f32(f32) => Single,
        serialize_f64(f64) => Double,
    }

    fn serialize_char(self, value: char) -> Result<(), Defect> {
        self.collect_str(&value)
    }

    fn serialize_str(self, value: &str) -> Result<(), Defect> {
        self.push_str(value);
        Ok(())
    }

    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Result<(), Defect> {
        let text = self.push_text(value);
        self.push_node(Node::Text(text));
        Ok(())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<(), Defect> {
        self.collect_seq(value)
    }

    fn serialize_none(self) -> Result<(), Defect> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Defect> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Defect> {
        self.push_node(Node::Null);
        Ok(())
    }

    fn serialize_unit_struct(self, _name: &'static str) -> Result<(), Defect> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
    ) -> Result<(), Defect> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        value: &T,
    ) -> Result<(), Defect> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Defect> {
        let mut map = self.open(Node::Map { end: 0 });
        map.serialize_entry(variant, value)?;
        SerializeMap::end(map)
    }

    fn serialize_seq(self, _len: Option<usize>) -> Result<Compound<'a>, Defect> {
        Ok(self.open(Node::Seq { end: 0 }))
    }

    fn serialize_tuple(self, _len: usize) -> Result<Compound<'a>, Defect> {
        Ok(self.open(Node::Seq { end: 0 }))
    }

    fn serialize_tuple_struct(
        self,
        _name: &'static str,
        _len: usize,
    ) -> Result<Compound<'a>, Defect> {
        Ok(self.open(Node::Seq { end: 0 }))
    }

    fn serialize_tuple_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        _len: usize,
    ) -> Result<Compound<'a>, Defect> {
        Ok(self.open_variant(variant, Node::Seq { end: 0 }))
    }

    fn serialize_map(self, _len: Option<usize>) -> Result<Compound<'a>, Defect> {
        Ok(self.open(Node::Map { end: 0 }))
    }

    fn serialize_struct(self, name: &'static str, _len: usize) -> Result<Compound<'a>, Defect> {
        // `serde_json`'s own structs have one field, whose string is JSON text.
        if name.starts_with("$serde_json::private::") {
            let start = self.nodes.len();
            return Ok(Compound { values: self, start, outer: None, raw: true });
        }
        Ok(self.open(Node::Map { end: 0 }))
    }

    fn serialize_struct_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        _len: usize,
    ) -> Result<Compound<'a>, Defect> {
        Ok(self.open_variant(variant, Node::Map { end: 0 }))
    }
}

/// An array or object that is being taken in.
pub(super) struct Compound<'a> {
    values: &'a mut Values,
    start: usize,
    /// The `{"variant": …}` around it.
    outer: Option<usize>,
    /// Whether it is JSON text in disguise.
    raw: bool,
}

impl Compound<'_> {
    fn field(
        &mut self,
        key: &'static str,
        value: &(impl Serialize + ?Sized),
    ) -> Result<(), Defect> {
        if !self.raw {
            self.values.push_str(key);
            return value.serialize(&mut *self.values);
        }
        value.serialize(&mut *self.values)?;
        if let Some(node) = self.values.nodes.get_mut(self.start)
            && let Node::Text(text) = node
        {
            *node = Node::Raw(text.clone());
        }
        Ok(())
    }

    fn element(&mut self, value: &(impl Serialize + ?Sized)) -> Result<(), Defect> {
        value.serialize(&mut *self.values)
    }

    #[allow(
        clippy::unnecessary_wraps,
        reason = "it ends every kind of compound, and those return a `Result`"
    )]
    fn close(self) -> Result<(), Defect> {
        if !self.raw {
            self.values.close(self.start);
        }
        if let Some(outer) = self.outer {
            self.values.close(outer);
        }
        Ok(())
    }
}

macro_rules! compounds {
    ($($trait:ident::$method:ident($($key:ident: $key_type:ty)?) => $take:ident,)*) => {$(
        impl ser::$trait for Compound<'_> {
            type Ok = ();
            type Error = Defect;

            fn $method<T: Serialize + ?Sized>(
                &mut self,
                $($key: $key_type,)?
                value: &T,
            ) -> Result<(), Defect> {
                self.$take($($key,)? value)
            }

            fn end(self) -> Result<(), Defect> {
                self.close()
            }
        }
    )*};
}

compounds! {
    SerializeSeq::serialize_element() => element,
    SerializeTuple::serialize_element() => element,
    SerializeTupleStruct::serialize_field() => element,
    SerializeTupleVariant::serialize_field() => element,
    SerializeStruct::serialize_field(key: &'static str) => field,
    SerializeStructVariant::serialize_field(key: &'static str) => field,
}

impl SerializeMap for Compound<'_> {
    type Ok = ();
    type Error = Defect;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Defect> {
        let at = self.values.nodes.len();
        key.serialize(&mut *self.values)?;
        self.values.make_key(at)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Defect> {
        self.element(value)
    }

    fn end(self) -> Result<(), Defect> {
        self.close()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::json;

    use super::*;

    /// Whatever is taken in comes out as `serde_json` would have written it, to the byte.
    fn same<T: Serialize>(value: &T) {
        let mut values = Values::default();
        values.push_field(Slot::Data, "before", "before").unwrap();
        values.push_field(Slot::Details, "it", value).unwrap();
        values.push_field(Slot::Data, "after", "after").unwrap();
        let (key, taken) = values.fields(Slot::Details).next().unwrap();
        assert_eq!(key, "it");
        assert_eq!(serde_json::to_string(&taken).unwrap(), serde_json::to_string(value).unwrap());
        assert_eq!(values.fields(Slot::Data).count(), 2);
    }

    #[derive(Serialize)]
    enum Shape {
        Unit,
        Newtype(u8),
        Tuple(u8, Option<&'static str>),
        Struct { a: Vec<u8>, b: () },
    }

    #[derive(Serialize)]
    struct Pair(u8, char);

    #[derive(Serialize)]
    struct Nothing;

    struct FloatKeys;

    impl Serialize for FloatKeys {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_map([(1.5, 1), (1e300, 2)])
        }
    }

    #[test]
    fn values_come_out_as_they_went_in() {
        same(&json!({"a": [1, -2, 0.5, null, true, [], {}, [[]]], "b": {"c": {"d": "e"}}}));
        same(&(i128::MIN, u128::MAX, i64::MIN, u64::MAX, 0.1f32, 0.1f64, f64::NAN));
        same(&[
            Shape::Unit,
            Shape::Newtype(1),
            Shape::Tuple(2, None),
            Shape::Struct { a: vec![1, 2], b: () },
        ]);
        same(&(Pair(1, 'x'), Nothing, format_args!("{}", "collected"), Some(Some(3))));
        same(&BTreeMap::from([(1, "a"), (-2, "b")]));
        same(&FloatKeys);
        same(&BTreeMap::from([(true, BTreeMap::from([('c', [0u8])]))]));
    }

    #[test]
    fn a_later_field_replaces_an_earlier_one_with_its_slot_and_key() {
        let mut values = Values::default();
        values.push_field(Slot::Details, "a", &[1, 2]).unwrap();
        values.push_field(Slot::Data, "a", &3).unwrap();
        values.push_field(Slot::Details, "a", &4).unwrap();
        let fields: Vec<_> = values
            .fields(Slot::Details)
            .chain(values.fields(Slot::Data))
            .map(|(key, value)| (key, serde_json::to_value(value).unwrap()))
            .collect();
        assert_eq!(fields, [("a", json!(4)), ("a", json!(3))]);
    }

    #[test]
    fn json_text_stays_json() {
        let raw = RawValue::from_string("{\"a\": [1.50, 1e400]}".to_owned()).unwrap();
        same(&[raw]);
    }

    #[test]
    fn half_a_value_leaves_nothing_behind() {
        let mut values = Values::default();
        values.push_field(Slot::Details, "a", &1).unwrap();
        values.push_field(Slot::Details, "b", &[BTreeMap::from([([1], 2)])]).unwrap_err();
        values.push_field(Slot::Details, "c", &3).unwrap();
        assert_eq!(
            values.fields(Slot::Details).map(|(key, _)| key).collect::<Vec<_>>(),
            ["a", "c"]
        );
    }

    /// Whatever it is worth then, the walk over it ends.
    #[test]
    fn an_error_that_is_passed_over_does_no_harm() {
        struct Careless;

        impl Serialize for Careless {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut seq = serializer.serialize_seq(None)?;
                let _ = seq.serialize_element(&BTreeMap::from([([1], 2)]));
                seq.serialize_element(&3)?;
                seq.end()
            }
        }

        let mut values = Values::default();
        values.push_field(Slot::Details, "careless", &Careless).unwrap();
        values.push_field(Slot::Details, "after", &4).unwrap();
        let after = values.fields(Slot::Details).last().unwrap();
        assert_eq!((after.0, serde_json::to_string(&after.1).unwrap()), ("after", "4".to_owned()));
        for (_, value) in values.fields(Slot::Details) {
            serde_json::to_string(&value).unwrap();
        }
    }

    #[test]
    fn a_key_that_is_no_string_is_a_defect() {
        let defect = Values::default()
            .push_field(Slot::Details, "map", &BTreeMap::from([((1, 2), 3)]))
            .unwrap_err();
        assert_eq!(defect.to_string(), "key must be a string");
    }

    #[test]
    fn usual_values_fit_into_one_buffer_of_nodes_and_one_of_text() {
        let mut values = Values::default();
        for key in ["field", "constraint", "pattern", "received", "resource_type", "resource_id"] {
            values.push_field(Slot::Details, key, "0123456789abcdefghijklmno").unwrap();
        }
        assert_eq!(values.nodes.capacity(), USUAL_NODES);
        assert_eq!(values.text.capacity(), USUAL_TEXT);
    }
}
