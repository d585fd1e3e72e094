//! Objects that are written entry by entry: envelopes, and the objects in them.

use std::fmt::Display;
use std::ops::Range;

use serde::ser::{Error as _, Serialize};
use serde_json::{Error, Result};

use super::facts::DialectFacts;
use super::key::Key;
use crate::error::{FieldValue, Fields};
use crate::json::{
    Data, MAX_DEPTH, MAX_ENVELOPE_DEPTH, MAX_SENT_DEPTH, append, check_unique_keys, indented,
    is_nested_at_most, push_contents, push_string, push_unsigned, too_deep,
};

const NO_DATA_OF_FAILURE: &str = "a failure has no data";
const NO_ENTRIES: &str =
    "the entries of the data are part of the envelope, so the data has to be an object";
const ONE_VALUE: &str = "an envelope that is one value has no entries";
const NO_DATA: &str = "`Dialect::success` left out the data of the tool; write it with `envelope.data(…)`, `data_entries` or another method of `Entries`";

/// The first copies of the data in an envelope. A range is empty if the envelope lacks this copy.
#[derive(Clone, Debug, Default)]
pub(crate) struct Copies {
    pub(crate) json: Range<usize>,
    /// The JSON as a string, without line breaks. The range includes the quotation marks.
    pub(crate) text: Range<usize>,
    /// The size of the JSON as a string, compact or indented, and the size of the same text without escapes.
    pub(crate) text_sizes: [usize; 2],
    /// Whether the rest of the envelope can contain raw JSON.
    pub(crate) are_beside_raw: bool,
}

#[derive(Debug, Default)]
struct Notes {
    copies: Copies,
    /// Whether the data of a success is in the envelope.
    has_data: bool,
    /// The end of the envelope, if it is one value instead of an object.
    value_end: Option<usize>,
    /// Why the envelope cannot be written.
    defect: Option<Error>,
}

/// The entries of an object: an envelope, or an object in one.
///
/// Each method writes an entry at once, so the order of the calls is the order on the wire. A key is a `&str`, or a constant that
/// [`key!`](super::key!) quotes when compiling, which is faster. Don't write a key twice. An envelope with more than 16 objects
/// and lists around a value is refused.
#[derive(Debug)]
pub struct Entries<'a> {
    text: &'a mut String,
    /// The start of the object in the text.
    start: usize,
    /// How many objects and lists are open, including this object.
    depth: usize,
    /// `None` in a failure.
    data: Option<&'a Data<'a>>,
    notes: &'a mut Notes,
}

impl Entries<'_> {
    /// Writes an envelope of a dialect, with the data of a success.
    pub(crate) fn envelope(
        dialect: &DialectFacts,
        text: &mut String,
        data: Option<Data<'_>>,
        write: impl FnOnce(&mut Entries<'_>),
    ) -> Result<Copies> {
        let mut notes = Notes::default();
        let mut envelope =
            Entries { text, start: 0, depth: 1, data: data.as_ref(), notes: &mut notes };
        write(&mut envelope);
        envelope.end();
        if data.is_some_and(|data| !data.is_empty) && !notes.has_data {
            notes.defect.get_or_insert_with(|| Error::custom(NO_DATA));
        }
        if let Some(defect) = notes.defect {
            return Err(defect);
        }
        if dialect.is_of_user() {
            check_unique_keys(text, notes.copies.json.clone())?;
        }
        Ok(notes.copies)
    }
}

// The methods with the shortest entries are inlined, so that the compiler copies a key as a constant.
#[allow(clippy::inline_always, reason = "as just said")]
impl<'a> Entries<'a> {
    /// Writes the tool's data.
    #[inline(always)]
    pub fn data<'k>(&mut self, key: impl Into<Key<'k>>) {
        self.key(key);
        self.copy_data();
    }

    /// Writes the entries of the tool's data, which has to be an object: `{"ok":true,"celsius":5}`. If the envelope has the same key as the
    /// data, the call fails with an `INTERNAL_ERROR`.
    pub fn data_entries(&mut self) {
        let Some(data) = self.read_data() else { return };
        self.check_depth(data, self.depth - 1);
        let object =
            data.json.as_str().trim().strip_prefix('{').and_then(|json| json.strip_suffix('}'));
        match object.map(str::trim) {
            None if !data.is_empty => self.refuse(NO_ENTRIES),
            None | Some("") => {}
            Some(entries) => {
                self.text.push(if self.text.len() == self.start { '{' } else { ',' });
                self.text.push_str(entries);
            }
        }
    }

    /// The tool's data as a value, for an envelope with its own type: see [`only_value`](Self::only_value). In a failure, there is no data,
    /// and the value does not serialize.
    ///
    /// The data is written anew: [`data`](Self::data) is faster, and lets MCP servers reuse the tree of the data.
    #[must_use]
    pub fn data_value(&mut self) -> FieldValue<'a> {
        FieldValue::from_json(self.read_data().map_or("", |data| data.json.as_str()))
    }

    /// Writes the tool's data as a string that contains its JSON: `"{\"celsius\":5}"`.
    #[inline]
    pub fn data_text<'k>(&mut self, key: impl Into<Key<'k>>) {
        self.key(key);
        let Some(data) = self.read_data() else { return };
        let start = self.text.len();
        self.text.push('"');
        match data.text {
            Some(text) => text.push_to(self.text),
            None => push_contents(self.text, data.json.as_str()),
        }
        self.text.push('"');
        if self.notes.copies.text.is_empty() {
            self.notes.copies.text = start..self.text.len();
            self.notes.copies.text_sizes = [self.text.len() - start, data.json.len()];
        }
    }

    /// [`data_text`](Self::data_text) with line breaks, indented by two spaces.
    pub fn pretty_data_text<'k>(&mut self, key: impl Into<Key<'k>>) {
        self.key(key);
        let Some(data) = self.read_data() else { return };
        let (start, text) = (self.text.len(), indented(data.json.as_str()));
        push_string(self.text, &text);
        self.notes.copies.text_sizes = [self.text.len() - start, text.len()];
    }

    /// Whether the tool's data is empty, such as `()`.
    pub(crate) fn is_data_empty(&self) -> bool {
        self.data.is_some_and(|data| data.is_empty)
    }

    /// Makes the tool's data the whole envelope, without an object around it.
    pub fn only_data(&mut self) {
        self.only(Self::copy_data);
    }

    /// Makes one value the whole envelope, without an object around it: a text, or your own type for envelopes.
    ///
    /// ```
    /// use envelope_runtime::dialect::Entries;
    ///
    /// #[derive(serde::Serialize)]
    /// struct Answer<T> {
    ///     ok: bool,
    ///     data: T,
    /// }
    ///
    /// fn success(envelope: &mut Entries<'_>) {
    ///     let data = envelope.data_value();
    ///     envelope.only_value(&Answer { ok: true, data });
    /// }
    /// ```
    pub fn only_value(&mut self, value: &(impl Serialize + ?Sized)) {
        self.only(|envelope| envelope.append(value));
    }

    /// Writes a string.
    #[inline(always)]
    pub fn string<'k>(&mut self, key: impl Into<Key<'k>>, text: &str) {
        self.key(key);
        push_string(self.text, text);
    }

    /// Writes a string if there is one.
    #[inline]
    pub fn optional_string<'k>(&mut self, key: impl Into<Key<'k>>, text: Option<&str>) {
        if let Some(text) = text {
            self.string(key, text);
        }
    }

    /// Writes a string of several parts, without joining them in memory.
    #[inline]
    pub fn joined_string<'k>(
        &mut self,
        key: impl Into<Key<'k>>,
        parts: impl IntoIterator<Item = impl AsRef<str>>,
    ) {
        self.key(key);
        self.text.push('"');
        // Faster than a `for` loop, which checks each part of a chain for every item.
        parts.into_iter().for_each(|part| push_contents(self.text, part.as_ref()));
        self.text.push('"');
    }

    /// Writes a number.
    #[inline(always)]
    pub fn number<'k>(&mut self, key: impl Into<Key<'k>>, number: u64) {
        self.key(key);
        push_unsigned(self.text, number);
    }

    /// Writes a boolean.
    #[inline(always)]
    pub fn bool<'k>(&mut self, key: impl Into<Key<'k>>, value: bool) {
        self.key(key);
        self.text.push_str(if value { "true" } else { "false" });
    }

    /// Writes `null`.
    #[inline(always)]
    pub fn null<'k>(&mut self, key: impl Into<Key<'k>>) {
        self.key(key);
        self.text.push_str("null");
    }

    /// Writes any value.
    #[inline]
    pub fn value<'k>(&mut self, key: impl Into<Key<'k>>, value: &(impl Serialize + ?Sized)) {
        self.key(key);
        self.append(value);
    }

    /// Writes a value if there is one.
    pub fn optional_value<'k>(
        &mut self,
        key: impl Into<Key<'k>>,
        value: Option<&(impl Serialize + ?Sized)>,
    ) {
        if let Some(value) = value {
            self.value(key, value);
        }
    }

    /// Writes a value of an error.
    #[inline]
    pub fn field<'k>(&mut self, key: impl Into<Key<'k>>, value: FieldValue<'_>) {
        self.key(key);
        self.append_field(value);
    }

    /// Writes the values of an error, except those whose keys the contract reserves.
    #[inline]
    pub fn fields(&mut self, fields: Fields<'_>, reserved: &[&str]) {
        // Most failures have no fields, and this check is cheaper than the loop.
        if fields.is_empty() {
            return;
        }
        // Faster than a `for` loop, which checks both parts of a chain for every field.
        fields.iter().for_each(|(key, value)| {
            if !reserved.contains(&key) {
                self.field(key, value);
            }
        });
    }

    /// Writes an object. An object without entries is left out; the method returns whether it has any.
    #[inline]
    pub fn object<'k>(
        &mut self,
        key: impl Into<Key<'k>>,
        write: impl FnOnce(&mut Entries<'_>),
    ) -> bool {
        let before = self.text.len();
        self.key(key);
        let has_entries = self.nested(write);
        if !has_entries {
            self.text.truncate(before);
        }
        has_entries
    }

    /// Writes a list, which can be empty.
    #[inline]
    pub fn list<'k>(&mut self, key: impl Into<Key<'k>>, write: impl FnOnce(&mut Items<'_, '_>)) {
        self.key(key);
        self.text.push('[');
        write(&mut Items { list: &mut self.inside(), is_first: true });
        self.text.push(']');
    }

    /// Refuses to write the envelope: the call fails with an `INTERNAL_ERROR`, whose cause is logged.
    #[cold]
    pub fn refuse(&mut self, cause: impl Display) {
        self.fail(Error::custom(cause));
    }

    #[cold]
    fn fail(&mut self, error: Error) {
        self.notes.defect.get_or_insert(error);
    }

    /// The data, for a method that writes it.
    #[inline]
    fn read_data(&mut self) -> Option<&'a Data<'a>> {
        if self.data.is_none() {
            self.refuse(NO_DATA_OF_FAILURE);
        }
        self.notes.has_data = true;
        self.data
    }

    /// Fails if the data is nested too deep for the objects and lists around it.
    #[inline]
    fn check_depth(&mut self, data: &Data<'_>, around: usize) {
        let most = MAX_SENT_DEPTH.saturating_sub(around);
        if most <= MAX_DEPTH && !is_nested_at_most(data.json.as_str(), most) {
            self.fail(too_deep(MAX_SENT_DEPTH));
        }
    }

    fn copy_data(&mut self) {
        let Some(data) = self.read_data() else { return };
        self.check_depth(data, self.depth);
        let start = self.text.len();
        data.json.push_to(self.text);
        if self.notes.copies.json.is_empty() {
            self.notes.copies.json = start..self.text.len();
        }
    }

    fn only(&mut self, write: impl FnOnce(&mut Self)) {
        if !self.text.is_empty() {
            return self.refuse(ONE_VALUE);
        }
        write(self);
        self.notes.value_end = Some(self.text.len());
    }

    #[inline]
    fn append(&mut self, value: &(impl Serialize + ?Sized)) {
        match append(self.text, value) {
            Ok(has_raw) => self.notes.copies.are_beside_raw |= has_raw,
            Err(error) => self.fail(error),
        }
    }

    fn append_field(&mut self, value: FieldValue<'_>) {
        self.text.push_str(value.json());
        // The value can contain raw JSON.
        self.notes.copies.are_beside_raw = true;
    }

    #[inline(always)]
    fn key<'k>(&mut self, key: impl Into<Key<'k>>) {
        let is_first = self.text.len() == self.start;
        key.into().push_to(self.text, is_first);
    }

    /// The entries of an object that begins here.
    #[inline]
    fn inside(&mut self) -> Entries<'_> {
        if self.depth == MAX_ENVELOPE_DEPTH {
            self.refuse(format_args!(
                "an envelope has at most {MAX_ENVELOPE_DEPTH} objects and lists around a value"
            ));
        }
        let (start, depth) = (self.text.len(), self.depth + 1);
        Entries { text: self.text, start, depth, data: self.data, notes: self.notes }
    }

    /// Writes an object, if it has entries.
    #[inline]
    fn nested(&mut self, write: impl FnOnce(&mut Entries<'_>)) -> bool {
        let mut object = self.inside();
        write(&mut object);
        object.close()
    }

    /// Ends the envelope, which is an object or one value.
    fn end(&mut self) {
        match self.notes.value_end {
            Some(end) if end == self.text.len() => {}
            Some(_) => self.refuse(ONE_VALUE),
            None => {
                if !self.close() {
                    self.text.push_str("{}");
                }
            }
        }
    }

    /// Writes the closing brace, if there are entries.
    #[inline]
    fn close(&mut self) -> bool {
        let has_entries = self.text.len() > self.start;
        if has_entries {
            self.text.push('}');
        }
        has_entries
    }
}

/// The items of a list that [`Entries::list`] writes.
#[derive(Debug)]
pub struct Items<'a, 'e> {
    list: &'a mut Entries<'e>,
    is_first: bool,
}

impl Items<'_, '_> {
    /// Writes any value.
    #[inline]
    pub fn value(&mut self, value: &(impl Serialize + ?Sized)) {
        self.separate();
        self.list.append(value);
    }

    /// Writes an object, which can be empty.
    #[inline]
    pub fn object(&mut self, write: impl FnOnce(&mut Entries<'_>)) {
        self.separate();
        if !self.list.nested(write) {
            self.list.text.push_str("{}");
        }
    }

    /// Writes a value of an error.
    #[inline]
    pub fn field(&mut self, value: FieldValue<'_>) {
        self.separate();
        self.list.append_field(value);
    }

    /// Refuses to write the envelope, as [`Entries::refuse`] does.
    #[cold]
    pub fn refuse(&mut self, cause: impl Display) {
        self.list.refuse(cause);
    }

    #[inline]
    fn separate(&mut self) {
        if !std::mem::take(&mut self.is_first) {
            self.list.text.push(',');
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::ToolFailure;
    use crate::dialect::key;
    use crate::json::{Keep, Outline, SourceText, find_part};
    use crate::response_v2::ResponseV2;

    const JSON: &str = "{\"a\":\"\\\"\"}";
    const DATA: Data<'_> = Data { json: SourceText::Whole(JSON), text: None, is_empty: false };

    fn written(data: Option<Data<'_>>, write: impl FnOnce(&mut Entries<'_>)) -> Result<String> {
        let mut text = String::new();
        Entries::envelope(DialectFacts::of::<ResponseV2>(), &mut text, data, write)?;
        Ok(text)
    }

    #[test]
    fn an_entry_of_every_kind() {
        let failure = ToolFailure::validation("m").detail("size", 1).detail("hidden", 2);
        let envelope = written(Some(DATA), |envelope| {
            envelope.string(key!("string"), "a\n");
            envelope.optional_string("absent", None);
            envelope.joined_string("joined", ["a", "\"", "b"]);
            envelope.number(key!("number"), u64::MAX);
            envelope.bool("true", true);
            envelope.bool("false", false);
            envelope.null("null");
            envelope.value("value", &[1, 2]);
            envelope.fields(failure.report().details(), &["hidden"]);
            assert!(!envelope.object("empty", |_| {}));
            assert!(envelope.object("object", |object| object.null("a")));
            envelope.list("list", |list| {
                list.value(&1);
                list.object(|_| {});
                list.object(|object| object.data("data"));
            });
            envelope.list("nothing", |_| {});
            envelope.data("data");
            envelope.data_text("text");
            envelope.pretty_data_text("pretty");
        });
        let data = json!({"a": "\""});
        assert_eq!(
            serde_json::from_str::<serde_json::Value>(&envelope.unwrap()).unwrap(),
            json!({
                "string": "a\n",
                "joined": "a\"b",
                "number": u64::MAX,
                "true": true,
                "false": false,
                "null": null,
                "value": [1, 2],
                "size": 1,
                "object": {"a": null},
                "list": [1, {}, {"data": data}],
                "nothing": [],
                "data": data,
                "text": data.to_string(),
                "pretty": "{\n  \"a\": \"\\\"\"\n}",
            })
        );
    }

    #[test]
    fn the_order_on_the_wire_is_the_order_of_the_calls() {
        let envelope = written(None, |envelope| {
            envelope.null("b");
            envelope.object("a", |object| object.null("\""));
        });
        assert_eq!(envelope.unwrap(), "{\"b\":null,\"a\":{\"\\\"\":null}}");
        assert_eq!(written(None, |_| {}).unwrap(), "{}");
    }

    #[test]
    #[allow(
        clippy::redundant_closure_for_method_calls,
        reason = "the method has one lifetime alone"
    )]
    fn an_envelope_can_be_one_value() {
        assert_eq!(written(Some(DATA), |envelope| envelope.only_data()).unwrap(), JSON);
        assert_eq!(written(None, |envelope| envelope.only_value("a")).unwrap(), "\"a\"");
        let after = written(None, |envelope| {
            envelope.only_value("a");
            envelope.null("b");
        });
        assert!(after.is_err());
        let before = written(Some(DATA), |envelope| {
            envelope.null("b");
            envelope.only_data();
        });
        assert!(before.is_err());
    }

    #[test]
    fn a_failure_has_no_data() {
        let writes: [fn(&mut Entries<'_>); 3] = [
            |envelope| envelope.data("a"),
            |envelope| envelope.data_text("a"),
            |envelope| envelope.pretty_data_text("a"),
        ];
        for write in writes {
            assert_eq!(written(None, write).unwrap_err().to_string(), "a failure has no data");
        }
    }

    #[test]
    fn a_success_has_its_data() {
        let writes: [fn(&mut Entries<'_>); 4] = [
            |envelope| envelope.data("a"),
            |envelope| envelope.data_text("a"),
            |envelope| envelope.pretty_data_text("a"),
            |envelope| envelope.list("a", |list| list.object(|object| object.data("b"))),
        ];
        for write in writes {
            assert!(written(Some(DATA), write).is_ok());
        }
        let nothing = |envelope: &mut Entries<'_>| envelope.bool("success", true);
        assert_eq!(written(Some(DATA), nothing).unwrap_err().to_string(), NO_DATA);
        assert!(written(Some(Data { is_empty: true, ..DATA }), nothing).is_ok());
        assert!(written(None, nothing).is_ok());
    }

    #[test]
    fn the_first_cause_is_that_of_the_failure() {
        let refused = written(None, |envelope| {
            envelope.refuse("first");
            envelope.object("a", |object| object.refuse("second"));
        });
        assert_eq!(refused.unwrap_err().to_string(), "first");
    }

    /// The limit keeps every envelope shallow enough for a tree.
    #[test]
    fn the_levels_around_a_value_are_limited() {
        fn objects(levels: usize, envelope: &mut Entries<'_>) {
            match levels.checked_sub(1) {
                Some(levels) => {
                    envelope.object("a", |object| objects(levels, object));
                }
                None => envelope.null("a"),
            }
        }
        fn lists(levels: usize, envelope: &mut Entries<'_>) {
            match levels.checked_sub(2) {
                Some(levels) => {
                    envelope.list("a", |list| list.object(|object| lists(levels, object)));
                }
                None => envelope.null("a"),
            }
        }

        for write in [objects, lists] {
            // The envelope itself is a level, and a list of objects is two.
            assert!(written(None, |envelope| write(MAX_ENVELOPE_DEPTH - 1, envelope)).is_ok());
            let refused = written(None, |envelope| write(MAX_ENVELOPE_DEPTH, envelope));
            assert_eq!(
                refused.unwrap_err().to_string(),
                "an envelope has at most 16 objects and lists around a value"
            );
        }
    }

    #[test]
    fn the_first_copies_of_the_data_are_found() {
        let mut text = String::new();
        let facts = DialectFacts::of::<ResponseV2>();
        let copies = Entries::envelope(facts, &mut text, Some(DATA), |envelope| {
            envelope.data_text("text");
            envelope.object("nested", |nested| nested.data("data"));
            envelope.data("again");
        });
        let copies = copies.unwrap();
        assert_eq!(text.get(copies.json), Some(JSON));
        assert_eq!(text.get(copies.text), Some(&*serde_json::to_string(JSON).unwrap()));
    }

    #[test]
    fn cut_data_is_the_same_in_every_form() {
        let (json, outline) = ("{\"a\":[1,2,3]}", Outline::default());
        let part = find_part(json, None, &outline).unwrap();
        let data = Data { json: SourceText::Whole(json), ..DATA };
        let ends = part.ends(json, &outline, 3, Keep::Start);
        let (cut, _) = part.cut(data, ends, "", ",\"b\":\"\"}".to_owned());
        let data = Data { json: SourceText::Cut(&cut), ..DATA };
        let envelope = written(Some(data), |envelope| {
            envelope.data("json");
            envelope.data_text("text");
            envelope.pretty_data_text("pretty");
            let value = envelope.data_value();
            envelope.field("value", value);
            envelope.data_entries();
        });
        let expected = json!({ "a": [1, 2], "b": "" });
        let text = expected.to_string();
        let pretty = serde_json::to_string_pretty(&expected).unwrap();
        let expected = json!({
            "json": expected, "text": text, "pretty": pretty, "value": expected, "a": [1, 2], "b": "",
        });
        let envelope: serde_json::Value = serde_json::from_str(&envelope.unwrap()).unwrap();
        assert_eq!(envelope, expected);
    }
}
