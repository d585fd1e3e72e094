//! The rules of a contract as tables, and what is found.

use super::node::Node;
use super::violation::{Level, Rule, Violation};
use crate::dialect::recognize::Marks;
use crate::json::Document;

/// The rules of a contract.
pub(crate) struct Rulebook {
    /// The contract.
    pub(crate) marks: &'static Marks,
    /// The tables that `check` uses.
    pub(crate) fields: &'static [&'static [Field]],
    /// The other rules that `check` uses.
    pub(crate) rules: &'static [Rule],
    /// Checks an envelope, which is an object.
    pub(crate) check: fn(&Node<'_>, &mut Report),
}

/// What a value has to be.
type Shape = fn(&Document<'_>) -> bool;

/// A rule for one field of an object.
pub(crate) struct Field {
    key: &'static str,
    presence: Presence,
    shape: Shape,
    pub(super) rule: Rule,
}

#[derive(Clone, Copy, PartialEq)]
enum Presence {
    Required,
    NotNull,
    Optional,
}

/// A field that is always there.
pub(crate) const fn required(
    key: &'static str,
    shape: Shape,
    rule: &'static str,
    sentence: &'static str,
    section: &'static str,
) -> Field {
    Field { key, presence: Presence::Required, shape, rule: must(rule, sentence, section) }
}

/// A field that can be absent or null.
pub(crate) const fn optional(
    key: &'static str,
    shape: Shape,
    rule: &'static str,
    sentence: &'static str,
    section: &'static str,
) -> Field {
    Field { key, presence: Presence::Optional, shape, rule: must(rule, sentence, section) }
}

/// A field that can be absent, but not null.
pub(crate) const fn not_null(
    key: &'static str,
    shape: Shape,
    rule: &'static str,
    sentence: &'static str,
    section: &'static str,
) -> Field {
    Field { key, presence: Presence::NotNull, shape, rule: must(rule, sentence, section) }
}

/// A rule that the contract requires.
pub(crate) const fn must(id: &'static str, sentence: &'static str, section: &'static str) -> Rule {
    Rule { id, level: Level::Must, sentence, section }
}

/// A rule that the contract recommends.
pub(crate) const fn should(
    id: &'static str,
    sentence: &'static str,
    section: &'static str,
) -> Rule {
    Rule { id, level: Level::Should, sentence, section }
}

impl Field {
    fn is_followed(&self, node: &Node<'_>) -> bool {
        match (self.presence, node.value()) {
            (Presence::Optional, Some(Document::Null)) => true,
            (presence, None) => presence != Presence::Required,
            (_, Some(value)) => (self.shape)(value),
        }
    }
}

/// Collects what is found.
pub(crate) struct Report {
    dialect: &'static str,
    pub(super) violations: Vec<Violation>,
    pub(super) warnings: Vec<Violation>,
}

impl Report {
    /// More are of no use to a reader, and hostile text could have millions.
    const MAX: usize = 100;

    pub(super) fn new(dialect: &'static str) -> Self {
        Self { dialect, violations: Vec::new(), warnings: Vec::new() }
    }

    /// Checks the fields of an object. A value of another kind has violated the rule of its own field.
    pub(crate) fn fields(&mut self, object: &Node<'_>, fields: &[Field]) {
        if !object.is_object() {
            return;
        }
        for field in fields {
            let node = object.get(field.key);
            self.require(field.is_followed(&node), &field.rule, &node);
        }
    }

    /// Requires that an object has this key, with another value than null.
    pub(crate) fn recommend(&mut self, object: &Node<'_>, key: &str, rule: &Rule) {
        let node = object.get(key);
        self.require(node.is_given(), rule, &node);
    }

    /// Adds a violation of the rule at this place, unless it is followed.
    pub(crate) fn require(&mut self, is_followed: bool, rule: &Rule, node: &Node<'_>) {
        let list = match rule.level {
            Level::Must => &mut self.violations,
            Level::Should => &mut self.warnings,
        };
        if !is_followed && list.len() < Self::MAX {
            let (pointer, found) = (node.pointer(), node.found());
            list.push(Violation { dialect: Some(self.dialect), rule: *rule, pointer, found });
        }
    }
}
