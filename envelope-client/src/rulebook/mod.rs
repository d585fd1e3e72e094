//! The building blocks of a contract's rules: places in an envelope, rules, and their violations.

mod kind;
mod node;
mod report;
mod table;
mod unique_keys;
mod violation;

pub(crate) use self::kind::fits;
pub(crate) use self::node::{Node, found};
pub(crate) use self::report::{Report, Rulebook, rules};
pub(crate) use self::table::rules_of;
pub(crate) use self::unique_keys::unique_keys;
pub use self::violation::{Level, Rule, Violation, Violations};
