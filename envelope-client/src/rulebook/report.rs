//! The rules of a contract, and the violations in an envelope.

use envelope_contracts::Contract;

use super::node::{Node, found};
use super::violation::{Level, Rule, Violation};

/// The rules of a contract: the rules of its table, and rules about several keys.
pub(crate) struct Rulebook {
    /// The contract.
    pub(crate) contract: &'static Contract,
    /// The rules about several keys, which `check` uses.
    pub(crate) rules: &'static [Rule],
    /// Checks these rules in an envelope that is an object.
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
    /// The rules of a table, listed with [`Node::any`]. Each rule is listed once, since a table uses some objects in several places.
    pub(crate) rules: Vec<Rule>,
}

impl Report {
    /// The limit of each list: nobody reads more violations, and hostile text could have millions.
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

    /// Like `require`, but builds the rule only to add it to a list.
    pub(crate) fn rule(
        &mut self,
        is_followed: bool,
        level: Level,
        rule: impl FnOnce() -> Rule,
        node: &Node<'_>,
    ) {
        if node.is_any {
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
            let (rule, pointer, found) = (rule(), node.pointer(), found(node.value));
            list.push(Violation { dialect: Some(self.dialect), rule, pointer, found });
        }
    }
}
