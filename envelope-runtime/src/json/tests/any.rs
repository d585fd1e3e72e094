//! Values of every kind that serde knows, made from a seed.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display};

use serde::ser::{
    Error, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant,
};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

/// The names of fields and variants. Some need escapes.
const NAMES: [&str; 20] = [
    "",
    "id",
    "title",
    "type\"",
    "\\",
    "a/b",
    "tab\t",
    "line\nbreak",
    "nul\0",
    "\u{1f}unit",
    "delete\u{7f}",
    "grün",
    "€uro",
    "🦀",
    "eight ch",
    "eight c\"",
    "a name of more than sixteen bytes",
    "a name of more than \\sixteen bytes",
    "\u{2028}",
    "$serde_json",
];

/// A value that calls the serializer's method of the same name.
#[derive(Clone, Debug)]
pub(super) enum Any {
    Bool(bool),
    I8(i8),
    I16(i16),
    I32(i32),
    I64(i64),
    I128(i128),
    U8(u8),
    U16(u16),
    U32(u32),
    U64(u64),
    U128(u128),
    F32(f32),
    F64(f64),
    Char(char),
    Str(String),
    /// `collect_str`, with a `Display` that writes these pieces.
    Display(Vec<String>),
    Bytes(Vec<u8>),
    None,
    Some(Box<Any>),
    Unit,
    UnitStruct,
    UnitVariant(&'static str),
    NewtypeStruct(Box<Any>),
    NewtypeVariant(&'static str, Box<Any>),
    Seq(Vec<Any>),
    Tuple(Vec<Any>),
    TupleStruct(Vec<Any>),
    TupleVariant(&'static str, Vec<Any>),
    Map(Vec<(Any, Any)>),
    /// A field without a value is skipped.
    Struct(Vec<(&'static str, Option<Any>)>),
    StructVariant(&'static str, Vec<(&'static str, Option<Any>)>),
    /// A struct with a flattened map between two fields.
    Flattened(Box<Any>, BTreeMap<String, Any>, Box<Any>),
    /// The text of a value, as a `RawValue`.
    Raw(Box<RawValue>, Box<Any>),
    /// The text of a number, as a `serde_json::Number` with arbitrary precision serializes it.
    Number(Box<RawValue>),
    /// A value that cannot be serialized.
    Fails,
}

/// How a value is serialized.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Mode {
    /// For the writer under test: with wrong lengths, and with the private token for numbers.
    UnderTest,
    /// For `serde_json`: the expected text.
    Text,
    /// For `serde_json`: the expected tree. An `f32` has the value of its text.
    Tree,
    /// For `serde_json`: the value of the text. Raw JSON serializes as its own value.
    Plain,
    /// Like `Plain`, but each number has the type in which the reader passes it to serde.
    Read,
    /// Like `Read`, but for a tree: an integer that a tree cannot hold is rounded.
    ReadTree,
    /// For `serde_json`: the key of an object in a tree, as in a text, but without `Some`.
    TreeKey,
}

/// A value, and how to serialize it.
#[derive(Clone, Copy, Debug)]
pub(super) struct View<'a>(pub(super) &'a Any, pub(super) Mode);

struct Pieces<'a>(&'a [String]);

impl Display for Pieces<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|piece| f.write_str(piece))
    }
}

#[derive(Serialize)]
struct Flattened<'a> {
    first: View<'a>,
    #[serde(flatten)]
    rest: BTreeMap<&'a str, View<'a>>,
    #[serde(rename = "last\n")]
    last: View<'a>,
}

/// The name by which `serde_json` marks a number with arbitrary precision for its serializers.
const NUMBER: &str = "$serde_json::private::Number";

impl<'a> View<'a> {
    fn of(self, value: &'a Any) -> Self {
        Self(value, self.1)
    }

    fn key(self, key: &'a Any) -> Self {
        let mode = match self.1 {
            Mode::UnderTest => Mode::UnderTest,
            Mode::Text | Mode::Plain => Mode::Text,
            Mode::Tree | Mode::Read | Mode::ReadTree | Mode::TreeKey => Mode::TreeKey,
        };
        Self(key, mode)
    }

    /// The length hint for a serializer. For the writer under test, it is often wrong.
    fn len(self, len: usize) -> usize {
        match (self.1, len % 4) {
            (Mode::UnderTest, 0) => usize::MAX,
            (Mode::UnderTest, 1) => 0,
            (Mode::UnderTest, 2) => len - 1,
            _ => len,
        }
    }

    fn hint(self, len: usize) -> Option<usize> {
        (len % 5 != 3).then(|| self.len(len))
    }

    /// Whether a tree cannot hold this integer exactly.
    fn is_rounded(self, integer: impl TryInto<u64> + TryInto<i64> + Copy) -> bool {
        let fits =
            TryInto::<u64>::try_into(integer).is_ok() || TryInto::<i64>::try_into(integer).is_ok();
        // With `arbitrary_precision`, a tree holds every integer.
        let is_exact = serde_json::Number::from_u128(u128::MAX).is_some();
        !fits && !is_exact && matches!(self.1, Mode::Tree | Mode::ReadTree)
    }

    fn number<S: Serializer>(self, text: &'a RawValue, serializer: S) -> Result<S::Ok, S::Error> {
        match self.1 {
            Mode::UnderTest => {
                let mut number = serializer.serialize_struct(NUMBER, 1)?;
                number.serialize_field(NUMBER, text.get())?;
                number.end()
            }
            Mode::Text | Mode::Plain | Mode::TreeKey => text.serialize(serializer),
            Mode::Read | Mode::Tree | Mode::ReadTree => match text.get() {
                text if text == "-0" || text.contains(['.', 'e', 'E']) => {
                    let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
                    let number = number.ok_or_else(|| S::Error::custom("number out of range"))?;
                    serializer.serialize_f64(number)
                }
                text => match (text.parse(), text.parse()) {
                    (Ok(number), _) if !self.is_rounded(number) => {
                        serializer.serialize_u128(number)
                    }
                    (_, Ok(number)) if !self.is_rounded(number) => {
                        serializer.serialize_i128(number)
                    }
                    _ if self.1 == Mode::Read => Err(S::Error::custom("number out of range")),
                    _ => serializer.serialize_f64(text.parse().unwrap()),
                },
            },
        }
    }

    fn wide<S: Serializer, N: ToString + TryInto<u64> + TryInto<i64> + Copy>(
        self,
        value: N,
        serializer: S,
        exactly: impl FnOnce(S, N) -> Result<S::Ok, S::Error>,
    ) -> Result<S::Ok, S::Error> {
        if self.1 == Mode::ReadTree && self.is_rounded(value) {
            return serializer.serialize_f64(value.to_string().parse().unwrap());
        }
        exactly(serializer, value)
    }

    fn raw<S: Serializer>(
        self,
        raw: &RawValue,
        value: &Any,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match self.1 {
            Mode::Plain | Mode::Read | Mode::ReadTree => View(value, self.1).serialize(serializer),
            Mode::Tree => View(value, Mode::ReadTree).serialize(serializer),
            Mode::UnderTest | Mode::Text | Mode::TreeKey => raw.serialize(serializer),
        }
    }

    fn single<S: Serializer>(self, value: f32, serializer: S) -> Result<S::Ok, S::Error> {
        if matches!(self.1, Mode::Tree | Mode::Read | Mode::ReadTree) && value.is_finite() {
            let text = serde_json::to_string(&value).unwrap();
            return serializer.serialize_f64(text.parse().unwrap());
        }
        serializer.serialize_f32(value)
    }
}

impl Serialize for View<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        macro_rules! elements {
            ($open:expr, $method:ident, $values:expr) => {{
                let mut open = $open?;
                for value in $values {
                    open.$method(&self.of(value))?;
                }
                open.end()
            }};
        }
        macro_rules! fields {
            ($open:expr, $fields:expr) => {{
                let mut open = $open?;
                for (name, value) in $fields {
                    match value {
                        Some(value) => open.serialize_field(name, &self.of(value))?,
                        None => open.skip_field(name)?,
                    }
                }
                open.end()
            }};
        }

        match self.0 {
            Any::Bool(value) => serializer.serialize_bool(*value),
            Any::I8(value) => serializer.serialize_i8(*value),
            Any::I16(value) => serializer.serialize_i16(*value),
            Any::I32(value) => serializer.serialize_i32(*value),
            Any::I64(value) => serializer.serialize_i64(*value),
            Any::I128(value) => self.wide(*value, serializer, S::serialize_i128),
            Any::U8(value) => serializer.serialize_u8(*value),
            Any::U16(value) => serializer.serialize_u16(*value),
            Any::U32(value) => serializer.serialize_u32(*value),
            Any::U64(value) => serializer.serialize_u64(*value),
            Any::U128(value) => self.wide(*value, serializer, S::serialize_u128),
            Any::F32(value) => self.single(*value, serializer),
            Any::F64(value) => serializer.serialize_f64(*value),
            Any::Char(value) => serializer.serialize_char(*value),
            Any::Str(value) => serializer.serialize_str(value),
            Any::Display(pieces) => serializer.collect_str(&Pieces(pieces)),
            Any::Bytes(bytes) => serializer.serialize_bytes(bytes),
            Any::None => serializer.serialize_none(),
            Any::Some(value) if self.1 == Mode::TreeKey => self.of(value).serialize(serializer),
            Any::Some(value) => serializer.serialize_some(&self.of(value)),
            Any::Unit => serializer.serialize_unit(),
            Any::UnitStruct => serializer.serialize_unit_struct("Any"),
            Any::UnitVariant(name) => serializer.serialize_unit_variant("Any", 0, name),
            Any::NewtypeStruct(value) => {
                serializer.serialize_newtype_struct("Any", &self.of(value))
            }
            Any::NewtypeVariant(name, value) => {
                serializer.serialize_newtype_variant("Any", 0, name, &self.of(value))
            }
            Any::Seq(values) => {
                let hint = self.hint(values.len());
                elements!(serializer.serialize_seq(hint), serialize_element, values)
            }
            Any::Tuple(values) => {
                let len = self.len(values.len());
                elements!(serializer.serialize_tuple(len), serialize_element, values)
            }
            Any::TupleStruct(values) => {
                let len = self.len(values.len());
                elements!(serializer.serialize_tuple_struct("Any", len), serialize_field, values)
            }
            Any::TupleVariant(name, values) => {
                let len = self.len(values.len());
                let open = serializer.serialize_tuple_variant("Any", 0, name, len);
                elements!(open, serialize_field, values)
            }
            Any::Map(entries) => {
                let mut map = serializer.serialize_map(Some(self.len(entries.len())))?;
                for (at, (key, value)) in entries.iter().enumerate() {
                    if at % 2 == 0 {
                        map.serialize_entry(&self.key(key), &self.of(value))?;
                    } else {
                        map.serialize_key(&self.key(key))?;
                        map.serialize_value(&self.of(value))?;
                    }
                }
                map.end()
            }
            Any::Struct(fields) => {
                fields!(serializer.serialize_struct("Any", self.len(fields.len())), fields)
            }
            Any::StructVariant(name, fields) => {
                let len = self.len(fields.len());
                fields!(serializer.serialize_struct_variant("Any", 0, name, len), fields)
            }
            Any::Flattened(first, rest, last) => {
                let rest = rest.iter().map(|(key, value)| (key.as_str(), self.of(value)));
                let (first, last) = (self.of(first), self.of(last));
                Flattened { first, rest: rest.collect(), last }.serialize(serializer)
            }
            Any::Raw(raw, value) => self.raw(raw, value, serializer),
            Any::Number(text) => self.number(text, serializer),
            Any::Fails => Err(S::Error::custom("this value fails")),
        }
    }
}

/// Random numbers: `SplitMix64`, which has a good sequence for every seed.
#[derive(Debug)]
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub(super) fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % bound as u64).unwrap()
    }

    fn one_in(&mut self, bound: usize) -> bool {
        self.below(bound) == 0
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// Random bits of an integer, or only some of the low bits, or a number at a limit of an integer type.
    fn bits(&mut self) -> u128 {
        let bits = (u128::from(self.next()) << 64) | u128::from(self.next());
        match self.below(3) {
            0 => bits,
            1 => bits >> self.below(128),
            _ => (1u128 << self.pick(&[0, 7, 8, 15, 16, 31, 32, 63, 64, 127]))
                .wrapping_add(self.pick(&[0, 1, u128::MAX])),
        }
    }

    fn double(&mut self) -> f64 {
        const LIMITS: [f64; 16] = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            0.1,
            1e16,
            1e17,
            1e-5,
            1e-7,
            f64::MIN,
            f64::MAX,
            f64::MIN_POSITIVE,
            5e-324,
            f64::NAN,
            f64::INFINITY,
            f64::NEG_INFINITY,
        ];
        match self.below(4) {
            0 => self.pick(&LIMITS),
            1 => f64::from_bits(self.next()),
            // A subnormal number.
            2 => f64::from_bits(self.next() >> 12),
            _ => f64::from(i32::try_from(self.next() >> 40).unwrap()) / 1000.0,
        }
    }

    fn single(&mut self) -> f32 {
        const LIMITS: [f32; 14] = [
            0.0,
            -0.0,
            0.1,
            1e13,
            1e14,
            1e16,
            1e-7,
            f32::MIN,
            f32::MAX,
            f32::MIN_POSITIVE,
            1e-45,
            f32::NAN,
            f32::INFINITY,
            f32::NEG_INFINITY,
        ];
        let bits = u32::try_from(self.next() >> 32).unwrap();
        match self.below(3) {
            0 => self.pick(&LIMITS),
            1 => f32::from_bits(bits),
            _ => f32::from_bits(bits >> 9),
        }
    }

    fn char(&mut self) -> char {
        match self.below(8) {
            0 => char::from(self.pick(&[b'"', b'\\', b'/', 0x7f])),
            1 => char::from(u8::try_from(self.below(0x20)).unwrap()),
            2 => self.pick(&['\u{80}', 'é', 'ß', '\u{7ff}']),
            3 => self.pick(&['\u{800}', '€', '\u{2028}', '\u{d7ff}', '\u{e000}', '\u{feff}']),
            4 => self.pick(&['\u{10000}', '🦀', char::MAX]),
            _ => char::from(u8::try_from(0x20 + self.below(0x5f)).unwrap()),
        }
    }

    fn string(&mut self) -> String {
        let len = if self.one_in(50) { self.below(300) } else { self.below(40) };
        match self.below(3) {
            0 => (0..len).map(|_| self.char()).collect(),
            1 => "plain text, which needs no escape at all".chars().take(len).collect(),
            // Only one character that may need an escape.
            _ => {
                let special = self.below(len + 1);
                (0..len).map(|at| if at == special { self.char() } else { 'a' }).collect()
            }
        }
    }

    fn number(&mut self) -> Any {
        const NUMBERS: [&str; 12] = [
            "0",
            "-0",
            "-0.0",
            "1.50",
            "1e5",
            "1E+2",
            "-2.5e-3",
            "123456789012345678901234567890",
            "-123456789012345678901234567890",
            "1234567890123456789012345678901234567890",
            "0.1000000000000000055511151231257827",
            "1e400",
        ];
        let text = match self.below(3) {
            0 => self.pick(&NUMBERS).to_owned(),
            1 => self.bits().to_string(),
            _ => i128::from_ne_bytes(self.bits().to_ne_bytes()).to_string(),
        };
        Any::Number(RawValue::from_string(text).unwrap())
    }

    fn key(&mut self) -> Any {
        if self.one_in(100) {
            return self.value(1);
        }
        match self.below(8) {
            0..4 => Any::Str(self.string()),
            4 => Any::UnitVariant(self.pick(&NAMES)),
            5 => Any::NewtypeStruct(Box::new(self.key())),
            6 if self.one_in(2) => Any::Some(Box::new(self.key())),
            _ => self.scalar(),
        }
    }

    #[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "any bits do")]
    fn scalar(&mut self) -> Any {
        let bits = self.bits();
        match self.below(18) {
            0 => Any::Bool(self.one_in(2)),
            1 => Any::I8(bits as i8),
            2 => Any::I16(bits as i16),
            3 => Any::I32(bits as i32),
            4 => Any::I64(bits as i64),
            5 => Any::I128(bits as i128),
            6 => Any::U8(bits as u8),
            7 => Any::U16(bits as u16),
            8 => Any::U32(bits as u32),
            9 => Any::U64(bits as u64),
            10 => Any::U128(bits),
            11 => Any::F32(self.single()),
            12 => Any::F64(self.double()),
            13 => Any::Char(self.char()),
            14 => Any::Display((0..self.below(4)).map(|_| self.string()).collect()),
            _ => Any::Str(self.string()),
        }
    }

    fn values(&mut self, depth: usize) -> Vec<Any> {
        (0..self.below(5)).map(|_| self.value(depth)).collect()
    }

    /// Fields that don't repeat the first key that is written, since such a struct would be refused.
    fn fields(&mut self, depth: usize) -> Vec<(&'static str, Option<Any>)> {
        let mut fields: Vec<(_, _)> = Vec::new();
        for _ in 0..4 {
            let name = self.pick(&NAMES);
            let value = (!self.one_in(8)).then(|| self.value(depth));
            let first = fields.iter().find(|(_, value): &&(_, Option<Any>)| value.is_some());
            if first.is_none_or(|(first, _)| *first != name) {
                fields.push((name, value));
            }
        }
        fields
    }

    fn raw(&mut self, depth: usize) -> Any {
        let value = self.value(depth);
        match serde_json::value::to_raw_value(&View(&value, Mode::Text)) {
            Ok(raw) => Any::Raw(raw, Box::new(value)),
            Err(_) => value,
        }
    }

    /// A value with at most `depth` arrays and objects around each part.
    pub(super) fn value(&mut self, depth: usize) -> Any {
        let Some(depth) = depth.checked_sub(1) else { return self.scalar() };
        match self.below(26) {
            0 => Any::Bytes((0..self.below(12)).map(|_| self.next().to_le_bytes()[0]).collect()),
            1 => Any::None,
            2 => Any::Some(Box::new(self.value(depth))),
            3 => Any::Unit,
            4 => Any::UnitStruct,
            5 => Any::UnitVariant(self.pick(&NAMES)),
            6 => Any::NewtypeStruct(Box::new(self.value(depth))),
            7 => Any::NewtypeVariant(self.pick(&NAMES), Box::new(self.value(depth))),
            8 | 9 => Any::Seq(self.values(depth)),
            10 => Any::Tuple(self.values(depth)),
            11 => Any::TupleStruct(self.values(depth)),
            12 => Any::TupleVariant(self.pick(&NAMES), self.values(depth)),
            13 | 14 => {
                let entries = (0..self.below(5)).map(|_| (self.key(), self.value(depth)));
                let mut entries: Vec<_> = entries.collect();
                // A map that repeats a key is refused.
                let mut keys = BTreeSet::new();
                entries.retain(|(key, _)| keys.insert(serde_json::to_string(&Key(key)).ok()));
                Any::Map(entries)
            }
            15 | 16 => Any::Struct(self.fields(depth)),
            17 => Any::StructVariant(self.pick(&NAMES), self.fields(depth)),
            18 => {
                let rest = (0..self.below(4)).map(|_| (self.string(), self.value(depth)));
                let mut rest: BTreeMap<_, _> = rest.collect();
                rest.retain(|key, _| key != "first" && key != "last\n");
                Any::Flattened(Box::new(self.value(depth)), rest, Box::new(self.value(depth)))
            }
            19 => self.raw(depth),
            20 => self.number(),
            21 if self.one_in(10) => Any::Fails,
            _ => self.scalar(),
        }
    }
}

/// A map with this key alone.
struct Key<'a>(&'a Any);

impl Serialize for Key<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map([(View(self.0, Mode::Text), ())])
    }
}
