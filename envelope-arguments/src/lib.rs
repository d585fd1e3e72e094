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
//! let bad = json!({"status": "opne", "maxResults": "5"});
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
//! serde decides whether arguments fit. If they don't, they are compared with the JSON Schema of the type, which explains why: the schema
//! never rejects a call that serde accepts.
//!
//! # Unknown keys
//!
//! serde ignores unknown keys unless the type has `deny_unknown_fields`: a misspelt optional key would be lost. So an unknown key that is
//! close to a known and absent one is a problem. A [`Reader`] returns other unknown keys with the arguments, or rejects them. `_meta` is
//! always ignored, and a flattened map takes every key. Of very large arguments, the first 20,000 values are searched.
//!
//! # Repeated input
//!
//! An answer never repeats a value of the caller. It repeats a key if that is a name: at most 64 bytes of letters, digits and `_-.$@:`.
//! Any other key is an ellipsis, and 33 or more unknown keys in one object are counted, not named. At most 16 problems are listed. The
//! message of an author's own `Deserialize` is cut after 200 characters, without the value that it quotes.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod choice;
mod describe;
#[cfg(feature = "garde023")]
mod garde;
mod keys;
mod names;
mod nearest;
mod place;
mod problems;
mod range;
mod reader;
mod recorder;
mod schema;
mod shown;
mod stop;
mod walk;
mod words;

#[cfg(feature = "garde023")]
pub use self::garde::validate;
pub use self::problems::{Problem, ProblemKind, Problems};
pub use self::reader::{Accepted, Reader, from_str, from_value};
pub use self::schema::schema_of;

/// The samples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
