//! Repairs arguments that serde refuses, if they have one clear meaning.

use std::rc::Rc;

use serde_json::{Number, Value};

use crate::json::Json;
use crate::nearest::{MAX_NAME, SEPARATORS, normal};
use crate::place::{Address, Spot, is_within};
use crate::problems::Problem;
use crate::recorder::Edits;
use crate::shape::Shape;
use crate::stop::{Stop, Why};

/// Floats below this limit represent every integer exactly.
const MAX_EXACT: u64 = 1 << 53;

/// Longer texts of numbers are not read.
const MAX_NUMBER: usize = 64;

/// The number of decimal digits that every `f64` keeps.
const MAX_DIGITS: usize = f64::DIGITS as usize;

/// Texts that mean no value, if the schema takes no text, in lower case.
const NOTHING: [&str; 3] = ["", "null", "none"];

/// Texts and digits that stand for booleans, in lower case.
const TRUE: [&str; 4] = ["true", "yes", "on", "1"];
const FALSE: [&str; 4] = ["false", "no", "off", "0"];

/// The repair of a problem.
pub(crate) struct Repair {
    pub(crate) problem: Problem,
    pub(crate) at: Address,
    /// Values that break the same rule of the same schema are repaired together.
    pub(crate) rule: Rule,
    pub(crate) edit: Edit,
}

/// The identity of a rule of a schema.
pub(crate) type Rule = *const ();

pub(crate) enum Edit {
    Key(&'static str),
    /// `None` leaves the key out.
    Value(Option<Rc<Value>>),
}

impl Repair {
    /// Whether serde stops at the value. If serde buffers values, the stop is only known to be within a place.
    fn is_of(&self, stop: &Stop) -> bool {
        let is_around = stop.is_near || stop.why == Why::Own;
        self.at == stop.at || (is_around && is_within(&self.problem.field, &stop.field))
    }

    /// Adds the repair to the edits, and returns its problem.
    pub(crate) fn make(mut self, edits: &mut Edits) -> Problem {
        match self.edit {
            Edit::Key(key) => drop(edits.keys.insert(self.at, key)),
            Edit::Value(value) => drop(edits.values.insert(self.at, value)),
        }
        self.problem.shorten();
        self.problem
    }
}

/// Splits repairs of values into the ones that this stop asks for, and the others.
pub(crate) fn asked_for(repairs: Vec<Repair>, stop: &Stop) -> (Vec<Repair>, Vec<Repair>) {
    let here = repairs.iter().filter(|repair| repair.is_of(stop));
    let rules: Vec<_> = here.map(|repair| (repair.rule, repair.problem.kind)).collect();
    repairs.into_iter().partition(|repair| rules.contains(&(repair.rule, repair.problem.kind)))
}

/// Returns the meaning of a value of the wrong type, if only one value can be meant.
pub(crate) fn meant(shape: &Shape, at: Spot<'_>) -> Option<Value> {
    match (shape.only_type()?, at.value) {
        ("integer", Value::Number(number)) => whole(&number.to_string()).filter(is_exact),
        ("integer", Value::String(text)) => whole(text.trim()),
        ("number", Value::String(text)) if text.len() <= MAX_NUMBER => {
            let number: Number = serde_json::from_str(text).ok()?;
            let float = number.as_f64()?;
            // A float keeps so many digits. With `arbitrary_precision`, serde cannot buffer other forms of a number.
            let is_kept = text.bytes().filter(u8::is_ascii_digit).count() <= MAX_DIGITS;
            let float = Number::from_f64(float).filter(|_| is_kept && number.is_f64());
            Some(float.unwrap_or(number).into())
        }
        ("boolean", Value::String(text)) => boolean(text),
        ("boolean", Value::Number(number)) => boolean(&number.to_string()),
        // `1.0` can mean a text with other digits, such as the version `1.00`, and `true` can mean `yes`.
        ("string", value @ Value::Number(number)) if is_exact(value) => {
            Some(number.to_string().into()).filter(|_| shape.format.is_none())
        }
        ("array", Value::String(text)) if text.trim_start().starts_with('[') => parsed(text, at),
        ("object", Value::String(text)) if text.trim_start().starts_with('{') => parsed(text, at),
        ("array", item) => {
            let items = shape.items.filter(|_| shape.first.is_empty())?.shape();
            // Only the value of a key: for an item of a list, the inner or the outer list could be missing.
            let is_meant = at.place.entry().is_some()
                && items.only_type().is_some()
                && items.has_type_of(item)
                && item.as_str().is_none_or(is_word);
            is_meant.then(|| vec![item.clone()].into())
        }
        _ => None,
    }
}

/// Returns the repair of a value that means no value: it becomes `null`, or its key is left out.
pub(crate) fn nothing(shape: &Shape, at: Spot<'_>) -> Option<Edit> {
    let left_out = at.is_optional.then_some(Edit::Value(None));
    let text = match at.value {
        Value::Null => return left_out,
        value => value.as_str().map(str::trim).filter(|text| is_nothing(text))?,
    };
    let takes_text = |shape: &Shape| shape.only_type().is_none_or(|only| only == "string");
    // A text can also be the only item of a list.
    let is_item = !text.is_empty() && shape.items.is_some_and(|items| takes_text(items.shape()));
    let null = shape.allows_null().then(|| Edit::Value(Some(Rc::new(Value::Null))));
    null.or(left_out).filter(|_| !is_item && !takes_text(shape))
}

fn is_nothing(text: &str) -> bool {
    NOTHING.contains(&&*text.to_ascii_lowercase())
}

/// Whether a number is an integer that no client can have rounded: many of them keep all numbers as floats.
fn is_exact(number: &Value) -> bool {
    number.as_i64().is_some_and(|number| number.unsigned_abs() < MAX_EXACT)
}

fn boolean(text: &str) -> Option<Value> {
    let text = text.trim().to_ascii_lowercase();
    let is_true = TRUE.contains(&&*text);
    (is_true || FALSE.contains(&&*text)).then(|| is_true.into())
}

/// The integer in a text, which can have a fraction of zero.
fn whole(text: &str) -> Option<Value> {
    let digits = match text.split_once('.') {
        None => text,
        Some((digits, fraction)) => {
            let is_zero = !fraction.is_empty() && fraction.bytes().all(|digit| digit == b'0');
            Some(digits).filter(|_| is_zero)?
        }
    };
    let number = serde_json::from_str::<Number>(digits).ok().filter(|_| text.len() <= MAX_NUMBER);
    number.filter(|number| number.is_i64() || number.is_u64()).map(Into::into)
}

/// The JSON in a text, in which no key is given twice.
fn parsed(text: &str, at: Spot<'_>) -> Option<Value> {
    let Json { value, repeated, .. } = serde_json::from_str(text).ok()?;
    (repeated.is_empty() && !at.place.is_deeper_with(&value)).then_some(value)
}

/// Whether a text is one item. Any other text can be a joined list.
fn is_word(text: &str) -> bool {
    let is_part = |char: char| char.is_alphanumeric() || "_-./@:+#".contains(char);
    !is_nothing(text) && text.chars().all(is_part)
}

/// Returns the known name that is another spelling of a name, if there is only one.
pub(crate) fn meant_name<'a>(
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let mut same = known.into_iter().filter(|known| are_same(name, known));
    let first = same.next()?;
    same.all(|other| other == first).then_some(first)
}

/// Whether two names differ only in their case, and in separators between letters. A separator at an end, or between digits, can have a
/// meaning: `-created` is not `created`, nor is `1_0` another spelling of `10`.
fn are_same(one: &str, other: &str) -> bool {
    let has_end = |name: &str| name.starts_with(SEPARATORS) || name.ends_with(SEPARATORS);
    let numbers = |name: &str| {
        let numbers = name.split(|char: char| !char.is_ascii_digit());
        numbers.filter(|digits| !digits.is_empty()).map(str::len).collect::<Vec<_>>()
    };
    one.len().max(other.len()) <= MAX_NAME
        && !has_end(one)
        && !has_end(other)
        && normal(one) == normal(other)
        && numbers(one) == numbers(other)
}
