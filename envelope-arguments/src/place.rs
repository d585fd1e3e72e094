//! The place of a value in the arguments, such as `filters[2].status`.

use std::borrow::Cow;
use std::fmt::{self, Display, Write};

use serde_path_to_error::Segment;

use crate::words::truncate;

/// The largest length of a path, in characters.
pub(crate) const MAX_PATH: usize = 200;

/// The largest length of a caller's key that an answer names, in bytes.
const MAX_KEY: usize = 64;

/// A place, which knows the places around it. Nothing is allocated until an answer names it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<'p> {
    around: Option<&'p Self>,
    step: Step<'p>,
    depth: usize,
}

/// A step from one place to another within it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Step<'p> {
    Key(&'p str),
    Index(usize),
}

impl<'p> Place<'p> {
    /// The arguments themselves.
    pub(crate) const ROOT: Self = Self { around: None, step: Step::Index(0), depth: 0 };

    pub(crate) fn key(&'p self, key: &'p str) -> Self {
        Self { around: Some(self), step: Step::Key(key), depth: self.depth + 1 }
    }

    pub(crate) fn index(&'p self, index: usize) -> Self {
        Self { around: Some(self), step: Step::Index(index), depth: self.depth + 1 }
    }

    pub(crate) fn depth(&self) -> usize {
        self.depth
    }

    /// The steps from the arguments to this place.
    pub(crate) fn steps(&self) -> Vec<Step<'p>> {
        let mut steps: Vec<_> = std::iter::successors(Some(self), |place| place.around)
            .take(self.depth)
            .map(|place| place.step)
            .collect();
        steps.reverse();
        steps
    }

    /// The path as an answer names it. It is empty for the arguments themselves.
    pub(crate) fn path(&self) -> String {
        truncate(&self.to_string(), MAX_PATH).into_owned()
    }

    /// The path of a key in this place.
    pub(crate) fn path_of(&self, key: &str) -> String {
        joined(&self.to_string(), key)
    }
}

impl Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(around) = self.around else { return Ok(()) };
        around.fmt(f)?;
        match self.step {
            Step::Index(index) => write!(f, "[{index}]"),
            Step::Key(key) if around.depth == 0 => f.write_str(&shown(key)),
            Step::Key(key) => write!(f, ".{}", shown(key)),
        }
    }
}

/// The path of a key in an object with this path.
pub(crate) fn joined(around: &str, key: &str) -> String {
    let separator = if around.is_empty() { "" } else { "." };
    truncate(&format!("{around}{separator}{key}"), MAX_PATH).into_owned()
}

/// A path of serde, as an answer names it.
pub(crate) fn field_of(path: &[Segment]) -> String {
    let field = path.iter().fold(String::new(), |mut field, segment| {
        match segment {
            Segment::Seq { index } => {
                let _ = write!(field, "[{index}]");
            }
            Segment::Map { key } | Segment::Enum { variant: key } => {
                field = joined(&field, &shown(key));
            }
            // A key that is no text.
            Segment::Unknown => {}
        }
        field
    });
    truncate(&field, MAX_PATH).into_owned()
}

/// Whether an answer repeats a key that the caller sent: it is short, and consists of letters, digits and the marks of names. It has
/// room for neither markup nor a sentence.
pub(crate) fn is_name(key: &str) -> bool {
    let is_part = |char: char| char.is_alphanumeric() || "_-.$@:".contains(char);
    !key.is_empty() && key.len() <= MAX_KEY && key.chars().all(is_part)
}

/// A key of the caller, or an ellipsis instead.
pub(crate) fn shown(key: &str) -> Cow<'_, str> {
    if is_name(key) { key.into() } else { "…".into() }
}
