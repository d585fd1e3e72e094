//! The rules of a contract, and the violations that are found.

use envelope_contracts::Contract;

use super::node::{Node, found};
use super::violation::{Level, Rule, Violation};

/// The rules of a contract: the rules of its table, and rules about several keys.
pub(crate) struct Rulebook {
    /// The contract.
    pub(crate) contract: &'static Contract,
    /// The rules about several keys, which `check` uses.
    pub(crate) rules: &'static [Rule],
    /// Checks them in an envelope, which is an object.
    pub(crate) check: fn(&Node<'_>, &mut Report),
}

/// Declares rules, and lists them as `RULES`. A rule has a name in the code, a level, an id and a section, and a sentence.
macro_rules! rules {
    ($($name:ident: $level:ident $id:literal $section:literal $sentence:literal;)*) => {
        $(const $name: $crate::rulebook::Rule =
            $crate::rulebook::Rule::new($id, $crate::rulebook::Level::$level, $sentence, $section);)*
        const RULES: &[$crate::rulebook::Rule] = &[$($name),*];
    };
}
pub(crate) use rules;

/// Collects the violations.
#[derive(Default)]
pub(crate) struct Report {
    pub(crate) dialect: &'static str,
    pub(crate) violations: Vec<Violation>,
    pub(crate) warnings: Vec<Violation>,
    /// The rules for [any](Node::any) value, each once: a table uses some of its objects in several places.
    pub(crate) rules: Vec<Rule>,
}

impl Report {
    /// More are of no use to a reader, and hostile text could have millions.
    const MAX: usize = 100;

    /// Requires that an object has this key, with another value than null.
    pub(crate) fn require_key(&mut self, object: &Node<'_>, key: &str, rule: &Rule) {
        let node = object.get(key);
        self.require(node.is_given(), rule, &node);
    }

    /// Adds a violation of the rule at this place, unless it is followed.
    pub(crate) fn require(&mut self, is_followed: bool, rule: &Rule, node: &Node<'_>) {
        self.rule(is_followed, rule.level, || rule.clone(), node);
    }

    /// The same for a rule that is written only if it is listed, or violated while there is room.
    pub(crate) fn rule(
        &mut self,
        is_followed: bool,
        level: Level,
        rule: impl FnOnce() -> Rule,
        node: &Node<'_>,
    ) {
        if node.is_any() {
            let rule = rule();
            if !self.rules.contains(&rule) {
                self.rules.push(rule);
            }
            return;
        }
        let list = match level {
            _ if is_followed => return,
            Level::Must => &mut self.violations,
            Level::Should | Level::Note => &mut self.warnings,
        };
        if list.len() < Self::MAX {
            let (rule, pointer, found) = (rule(), node.pointer(), found(node.value()));
            list.push(Violation { dialect: Some(self.dialect), rule, pointer, found });
        }
    }
}
