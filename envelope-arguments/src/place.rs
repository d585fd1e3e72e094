//! The place of a value in the arguments, such as `filters[2].status`.

use std::cell::Cell;
use std::fmt::{self, Display};

use serde_json::Value;

use crate::shown::shown;

/// The largest depth of arguments. It is the limit of `serde_json` for text.
const MAX_DEPTH: usize = 128;

/// The identity of a value.
pub(crate) type Address = *const Value;

/// A place, with a reference to the place around it. A path is allocated only for an answer.
#[derive(Debug, Default)]
pub(crate) struct Place<'p> {
    step: Option<(&'p Self, Step<'p>)>,
    /// Whether serde buffers the value to look at it later. Then an error at this place can also come from a value within it.
    pub(crate) is_buffered: Cell<bool>,
}

/// A step from one place to another within it.
#[derive(Clone, Copy, Debug)]
enum Step<'p> {
    Key(&'p str),
    Index(usize),
}

impl<'p> Place<'p> {
    pub(crate) fn key(&'p self, key: &'p str) -> Self {
        Self { step: Some((self, Step::Key(key))), ..Self::default() }
    }

    pub(crate) fn index(&'p self, index: usize) -> Self {
        Self { step: Some((self, Step::Index(index))), ..Self::default() }
    }

    /// For an entry of an object, the place around it and its key.
    pub(crate) fn entry(&self) -> Option<(&'p Self, &'p str)> {
        match self.step? {
            (around, Step::Key(key)) => Some((around, key)),
            (_, Step::Index(_)) => None,
        }
    }

    /// Whether this value, at this place, nests the arguments deeper than a reader accepts.
    pub(crate) fn is_deeper_with(&self, value: &Value) -> bool {
        let steps = std::iter::successors(self.step, |(around, _)| around.step);
        is_deeper(value, MAX_DEPTH.saturating_sub(steps.count()))
    }

    /// The path of a key in this place.
    pub(crate) fn path_of(&self, key: &str) -> String {
        joined(&self.to_string(), key)
    }
}

/// Writes the path for an answer. It is empty for the arguments themselves.
impl Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((around, step)) = self.step else { return Ok(()) };
        around.fmt(f)?;
        match step {
            Step::Index(index) => write!(f, "[{index}]"),
            Step::Key(key) if around.step.is_none() => f.write_str(&shown(key)),
            Step::Key(key) => write!(f, ".{}", shown(key)),
        }
    }
}

/// Whether lists and objects are nested deeper than `depth`.
fn is_deeper(value: &Value, depth: usize) -> bool {
    match (value, depth.checked_sub(1)) {
        (Value::Array(items), Some(depth)) => items.iter().any(|item| is_deeper(item, depth)),
        (Value::Object(object), Some(depth)) => {
            object.values().any(|value| is_deeper(value, depth))
        }
        (Value::Array(_) | Value::Object(_), None) => true,
        _ => false,
    }
}

/// A value in its place.
#[derive(Clone, Copy)]
pub(crate) struct Spot<'p> {
    pub(crate) value: &'p Value,
    pub(crate) place: &'p Place<'p>,
    /// Whether the value can be left out.
    pub(crate) is_optional: bool,
}

impl<'p> Spot<'p> {
    /// A value that cannot be left out.
    pub(crate) fn new(value: &'p Value, place: &'p Place<'p>) -> Self {
        Self { value, place, is_optional: false }
    }
}

/// The path of a key in an object with this path.
pub(crate) fn joined(around: &str, key: &str) -> String {
    let separator = if around.is_empty() { "" } else { "." };
    format!("{around}{separator}{key}")
}

/// Whether the inner path is the outer path or a path within it.
pub(crate) fn is_within(inner: &str, outer: &str) -> bool {
    let rest = inner.strip_prefix(outer);
    rest.is_some_and(|rest| rest.is_empty() || outer.is_empty() || rest.starts_with(['.', '[']))
}
