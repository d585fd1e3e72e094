//! The rules of a contract, and an envelope's violations of them. Each dialect lists its own; `contract::check` applies them.

mod kind;
mod node;
mod objects;
mod report;
mod unique_keys;
mod violation;

pub(crate) use self::node::{Node, found};
pub(crate) use self::objects::rules_of;
pub(crate) use self::report::{Report, Rulebook, must, note, should};
pub(crate) use self::unique_keys::{UNIQUE_KEYS, unique_keys};
pub use self::violation::{Level, Rule, Violation, Violations};
