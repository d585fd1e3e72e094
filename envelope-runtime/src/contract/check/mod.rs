//! Checks envelopes against the rules of their contract, whoever wrote them.

mod assert;
mod checked;
mod node;
mod report;
pub(crate) mod shape;
mod unique_keys;
mod violation;

pub use self::assert::{assert_any_contract, assert_contract};
pub use self::checked::{Checked, check, check_as, rules};
pub(crate) use self::node::Node;
pub(crate) use self::report::{
    Field, Report, Rulebook, must, not_null, optional, required, should,
};
pub use self::violation::{Level, Rule, Violation, Violations};
