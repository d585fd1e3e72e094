//! Checks envelopes against the rules of their contract, whoever wrote them.
//!
//! [`check`] takes the text of one envelope. It finds the contract by the envelope's keys; [`check_as`] takes it by its id. Each
//! [`Violation`] has the rule, the place as a JSON Pointer, what is there, and the section of the contract that says so.
//!
//! ```
//! use envelope_runtime::contract;
//!
//! let envelope = r#"{"success":true,"data":{},"error":"none","meta":{"version":"response-v2"}}"#;
//! let violations = contract::check(envelope).unwrap_err();
//! assert_eq!(violations.dialect(), Some("response-v2"));
//!
//! let violation = &violations.as_slice()[0];
//! assert_eq!(violation.rule.id, "success-error");
//! assert_eq!(violation.pointer, "/error");
//! assert_eq!(violation.found, r#""none""#);
//! assert_eq!(
//!     violation.to_string(),
//!     "/error: `error` of a success is null, found \"none\" [success-error: response-v2, \"The `error` Field\"]"
//! );
//! ```
//!
//! In a test, [`assert_contract!`](crate::assert_contract) does the same and panics with the list.
//!
//! # What is checked
//!
//! Every rule of the contract's documents: required fields and types, the words and formats of values, and how fields belong
//! together. [They are listed below](#the-rules), and by [`rules`]. What a contract only recommends ("SHOULD") is not a violation but a [warning](Checked::warnings).
//!
//! A contract lets its servers differ, and so do the rules. Further keys and empty arrays are fine everywhere. An optional field
//! can be null, except in the contracts of MCP, whose schema does not allow it. Your own data, details and metadata are not
//! looked at, except that no object has a key twice.
//!
//! At most 100 violations and 100 warnings are listed. Text that is not JSON, or that is nested deeper than `serde_json` reads (128
//! levels), violates the rule `json`.
//!
//! # The rules
//!
#![doc = include_str!("rules.md")]
#![allow(clippy::doc_markdown, reason = "the names are the contracts'")]

mod assert;
mod check;
mod node;
mod report;
pub(crate) mod shape;
mod unique_keys;
mod violation;

pub use self::check::{Checked, check, check_as, rules};
pub use self::violation::{Level, Rule, Violation, Violations};

#[doc(hidden)]
pub use self::assert::{assert_any_contract, assert_contract};
pub(crate) use self::node::Node;
pub(crate) use self::report::{
    Field, Report, Rulebook, must, not_null, optional, required, should,
};
