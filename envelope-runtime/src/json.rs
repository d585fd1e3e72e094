//! JSON text, written straight into a `String`.
//!
//! `serde_json::to_string` starts small and grows; `to_writer` gives bytes that are to be checked for UTF-8 again. A
//! formatter that holds the string does neither, and needs no `unsafe`: `serde_json` hands it every piece as `&str`.

use std::cell::Cell;
use std::io;

use serde::Serialize;
use serde_json::ser::{CharEscape, CompactFormatter, Formatter};

/// Serializes compactly into a string that starts with `capacity` bytes.
pub(crate) fn to_string<T: Serialize>(value: &T, capacity: usize) -> serde_json::Result<String> {
    let written = Cell::default();
    let formatter = StringFormatter { text: String::with_capacity(capacity), written: &written };
    value.serialize(&mut serde_json::Serializer::with_formatter(io::sink(), formatter))?;
    Ok(written.take())
}

/// Writes to a string of its own, and leaves the serializer's writer alone.
struct StringFormatter<'a> {
    text: String,
    /// Where the text goes when the serializer, which keeps its formatter to itself, is dropped.
    written: &'a Cell<String>,
}

impl Drop for StringFormatter<'_> {
    #[inline]
    fn drop(&mut self) {
        self.written.set(std::mem::take(&mut self.text));
    }
}

impl StringFormatter<'_> {
    #[inline(always)]
    #[allow(
        clippy::inline_always,
        reason = "most pieces are a constant letter: then it is one store"
    )]
    #[allow(clippy::unnecessary_wraps, reason = "every method of a formatter returns a `Result`")]
    fn push(&mut self, text: &str) -> io::Result<()> {
        self.text.push_str(text);
        Ok(())
    }
}

/// Takes numbers and escapes, which `serde_json` writes as bytes: a few, and all of them ASCII.
struct AsciiWriter<'a>(&'a mut String);

impl io::Write for AsciiWriter<'_> {
    #[inline]
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes)?;
        Ok(bytes.len())
    }

    #[inline]
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.push_str(str::from_utf8(bytes).map_err(io::Error::other)?);
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

macro_rules! numbers {
    ($($method:ident: $number:ty,)*) => {$(
        #[inline]
        fn $method<W: ?Sized + io::Write>(&mut self, _: &mut W, value: $number) -> io::Result<()> {
            CompactFormatter.$method(&mut AsciiWriter(&mut self.text), value)
        }
    )*};
}

macro_rules! constants {
    ($($method:ident: $text:literal,)*) => {$(
        #[inline]
        fn $method<W: ?Sized + io::Write>(&mut self, _: &mut W) -> io::Result<()> {
            self.push($text)
        }
    )*};
}

macro_rules! pieces {
    ($($method:ident)*) => {$(
        #[inline]
        fn $method<W: ?Sized + io::Write>(&mut self, _: &mut W, text: &str) -> io::Result<()> {
            self.push(text)
        }
    )*};
}

impl Formatter for StringFormatter<'_> {
    numbers! {
        write_i8: i8,
        write_i16: i16,
        write_i32: i32,
        write_i64: i64,
        write_i128: i128,
        write_u8: u8,
        write_u16: u16,
        write_u32: u32,
        write_u64: u64,
        write_u128: u128,
        write_f32: f32,
        write_f64: f64,
    }

    constants! {
        write_null: "null",
        begin_string: "\"",
        end_string: "\"",
        begin_array: "[",
        end_array: "]",
        end_array_value: "",
        begin_object: "{",
        end_object: "}",
        end_object_key: "",
        begin_object_value: ":",
        end_object_value: "",
    }

    pieces!(write_number_str write_string_fragment write_raw_fragment);

    #[inline]
    fn write_bool<W: ?Sized + io::Write>(&mut self, _: &mut W, value: bool) -> io::Result<()> {
        if value { self.push("true") } else { self.push("false") }
    }

    #[inline]
    fn begin_array_value<W: ?Sized + io::Write>(
        &mut self,
        _: &mut W,
        first: bool,
    ) -> io::Result<()> {
        if first { Ok(()) } else { self.push(",") }
    }

    #[inline]
    fn begin_object_key<W: ?Sized + io::Write>(
        &mut self,
        _: &mut W,
        first: bool,
    ) -> io::Result<()> {
        if first { Ok(()) } else { self.push(",") }
    }

    fn write_char_escape<W: ?Sized + io::Write>(
        &mut self,
        _: &mut W,
        escape: CharEscape,
    ) -> io::Result<()> {
        CompactFormatter.write_char_escape(&mut AsciiWriter(&mut self.text), escape)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::{json, value::RawValue};

    /// Whatever `serde_json` writes compactly, this writes too, to the byte.
    fn same<T: serde::Serialize>(value: &T) {
        let expected = serde_json::to_string(value).unwrap();
        assert_eq!(super::to_string(value, 0).unwrap(), expected);
        assert_eq!(super::to_string(value, 4096).unwrap(), expected);
    }

    #[test]
    fn text_is_what_serde_json_writes() {
        same(&json!({"a": [1, -2, 0.5, null, true, false, []], "b": {}, "c": {"d": "e"}}));
        same(&"plain, \"quoted\", \\, /, \u{0}\u{1f}\u{7f}\n\r\t\u{8}\u{c}, naïve, 日本, 🦀");
        same(&(i8::MIN, i16::MIN, i32::MIN, i64::MIN, i128::MIN));
        same(&(u8::MAX, u16::MAX, u32::MAX, u64::MAX, u128::MAX));
        same(&(f32::MIN, f32::MIN_POSITIVE, 0.1f32, f64::MAX, f64::MIN_POSITIVE, -0.0, 1e300));
        same(&(f64::NAN, f64::INFINITY, f32::NEG_INFINITY));
        same(&BTreeMap::from([(1u8, "x"), (2, "y")]));
        same(&BTreeMap::from([(true, 'x')]));
        same(&RawValue::from_string("{\"raw\" : [1 ]}".to_owned()).unwrap());
        same(&format_args!("collected {}", "\"piece by piece\""));
    }
}
