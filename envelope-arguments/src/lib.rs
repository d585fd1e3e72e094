//! Arguments that explain themselves: [`from_value`] reads JSON as a type of serde, or names every problem at once.
//!
//! ```
//! use schemars::JsonSchema;
//! use serde::Deserialize;
//! use serde_json::json;
//!
//! #[derive(Deserialize, JsonSchema)]
//! struct Find {
//!     query: String,
//!     status: Option<Status>,
//!     #[serde(default = "twenty")]
//!     #[schemars(range(min = 1, max = 100))]
//!     max_results: u8,
//! }
//!
//! #[derive(Deserialize, JsonSchema)]
//! #[serde(rename_all = "snake_case")]
//! enum Status {
//!     Open,
//!     Closed,
//! }
//! # fn twenty() -> u8 { 20 }
//!
//! let find: Find = envelope_arguments::from_value(json!({"query": "auth"}))?;
//! assert_eq!(find.max_results, 20);
//!
//! let bad = json!({"status": "opne", "maxResults": 5});
//! let problems = envelope_arguments::from_value::<Find>(bad).err().unwrap();
//! assert_eq!(
//!     problems.to_string(),
//!     "3 problems: \
//!      (1) `query` is missing, expected a string \
//!      (2) `status` is not an allowed value, expected `open` or `closed`, did you mean `open`? \
//!      (3) `maxResults` is unknown, did you mean `max_results`?",
//! );
//! # Ok::<(), envelope_arguments::Problems>(())
//! ```
//!
//! serde decides whether arguments fit, and reads an accepted call only once. If serde refuses a call, the JSON Schema of the type explains
//! why: the schema never rejects a call that serde accepts. Your own code, such as a `try_from`, adds its problems.
//!
//! # Repairs
//!
//! A call that serde refuses is read if it has one clear meaning: a number, a boolean, a list or an object in quotes, a fraction of zero,
//! an integer for a text, `"yes"` or `1` for a boolean, keys and words in another case, and one item instead of a list. A key with a
//! default counts as absent if its value is `null`, and an optional key that takes no text also if its value is `""`, `"null"` or `"none"`.
//! Spaces around such a text, or around a word, don't count.
//! A repair never changes a value that serde accepts, and never loses a digit. [`Accepted::repaired`] lists the repaired problems, and
//! [`Reader::repair`] turns repairs off.
//!
//! ```
//! # #[derive(serde::Deserialize, schemars::JsonSchema)]
//! # struct Find { max_results: u8 }
//! let find: Find = envelope_arguments::from_str(r#"{"maxResults": "20"}"#)?;
//! assert_eq!(find.max_results, 20);
//! # Ok::<(), envelope_arguments::Problems>(())
//! ```
//!
//! # Unknown keys
//!
//! serde ignores unknown keys unless the type has `deny_unknown_fields`: a misspelt optional key would be lost. So an unknown key is a
//! problem. A [`Reader`] can accept unknown keys that are not close to an absent key, and return them with the arguments. `_meta` is
//! ignored unless the schema has this key. A flattened map and a struct without fields take every key.
//!
//! If serde buffers an object to look at it later (flattened fields, tagged and untagged enums), it does not tell which keys it ignores. In
//! such an object, a key that differs from an absent key only in its case and separators is read under the right name. A key that is close
//! to an absent key is a problem, unless serde knows it as an alias. Other unknown keys are accepted.
//!
//! If a text repeats a key in one object, at any depth, this is a problem. A `serde_json::Value` has already dropped all but the last value
//! of the key.
//!
//! # Repeated input
//!
//! An answer never repeats a value of the caller. It repeats a key only if the key is a name: at most 64 bytes of letters, digits and
//! `_-.$@:`. An ellipsis replaces any other key. A message of your own `Deserialize` is cut after 200 characters, and loses the words of
//! the value that it describes. The list of problems takes at most 4 KB. For one call, only the first 256 unknown keys and the first 256
//! repeated keys are reported.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod arguments;
mod choice;
mod closed;
mod describe;
#[cfg(feature = "garde023")]
mod garde;
mod json;
mod keys;
mod known;
mod nearest;
mod place;
mod problems;
mod range;
mod reader;
mod recorder;
mod repair;
mod schema;
mod shape;
mod shown;
mod stop;
#[cfg(test)]
mod tests;
mod walk;
mod words;

pub use self::arguments::Arguments;
#[cfg(feature = "garde023")]
pub use self::garde::validate;
#[doc(hidden)]
pub use self::nearest::nearest_name;
pub use self::problems::{Problem, ProblemKind, Problems};
pub use self::reader::{Accepted, Reader, from_slice, from_str, from_value};
pub use self::schema::schema_of;
#[doc(hidden)]
pub use self::schema::{open_schema_of, portable};

/// The samples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
