//! Checks envelopes against the rules of their contract, whoever wrote them.

mod assert;
mod checked;
mod kind;
mod node;
mod objects;
mod report;
mod unique_keys;
mod violation;

pub use self::assert::{assert_any_contract, assert_contract};
pub use self::checked::{Checked, check, check_as, rules};
pub(crate) use self::node::Node;
pub(crate) use self::report::{Report, Rulebook, must, should};
pub use self::violation::{Level, Rule, Violation, Violations};
