//! The rules that follow from the table of a contract.

use envelope_contracts::format::Format;
use envelope_contracts::{Key, Kind, Object, Presence, Variant};

use super::kind::fits;
use super::node::Node;
use super::report::Report;
use super::violation::{Level, Rule};

impl Report {
    /// Checks the keys of an object, and the objects in them. A value of another kind has already violated the rule of its key.
    pub(crate) fn object(&mut self, node: &Node<'_>, object: &'static Object) {
        if !node.is_object() {
            return;
        }
        for key in object.keys {
            self.key(node, object, key);
        }
        if let Some(names) = object.names {
            for (name, value) in node.entries() {
                if !(names.fits)(name) {
                    self.violate(Level::Must, || names_rule(object, names), &value);
                }
            }
        }
        let one_of = object.one_of.iter().filter(|key| node.get(key).value().is_some());
        if !object.one_of.is_empty() && one_of.count() != 1 {
            self.violate(Level::Must, || one_of_rule(object), node);
        }
        for (index, variant) in object.variants.iter().enumerate() {
            let (name, kind) = variant.tag;
            let tag = node.get(name);
            // Without an optional tag, an object is of the first kind.
            let is_default =
                || index == 0 && object.get(name).is_some_and(|key| !key.is_required());
            if tag.value().map_or_else(is_default, |value| fits(value, kind)) {
                self.variant(node, object, variant, &tag);
            }
        }
    }

    /// Checks the keys of one kind of an object.
    fn variant(
        &mut self,
        node: &Node<'_>,
        base: &Object,
        variant: &'static Variant,
        tag: &Node<'_>,
    ) {
        let is_narrowed = |key: &Key| {
            let value = node.get(key.name);
            base.get(key.name).is_none_or(|base| is_followed(base, &value))
        };
        // A value that is not of the kind of its key at all has violated the rule of that key.
        let mut keys = variant.object.keys.iter().filter(|key| is_narrowed(key));
        match tag_rule(variant) {
            None => keys.for_each(|key| self.key(node, variant.object, key)),
            Some(rule) => {
                if !keys.all(|key| is_followed(key, &node.get(key.name))) {
                    self.violate(rule.level, || rule, tag);
                }
            }
        }
    }

    fn key(&mut self, node: &Node<'_>, object: &Object, key: &'static Key) {
        let value = node.get(key.name);
        if !is_followed(key, &value) {
            self.violate(Level::Must, || key_rule(object, key), &value);
        }
        if key.presence == Presence::Recommended && !value.is_given() {
            self.violate(Level::Should, || recommended_rule(object, key), &value);
        }
        match key.kind {
            _ if key.presence == Presence::Own => {}
            Kind::Object(object) => self.object(&value, object),
            Kind::Objects(object) => {
                for item in value.items() {
                    if !item.is_object() {
                        self.violate(Level::Must, || item_rule(object), &item);
                    }
                    self.object(&item, object);
                }
            }
            _ => {}
        }
    }
}

/// The rules that a table gives, in its order.
pub(crate) fn rules_of(object: &'static Object) -> Vec<Rule> {
    let mut rules = Vec::new();
    add_object(&mut rules, object, None);
    rules
}

/// Adds the rules of an object. A kind of an object repeats no object of its `base`.
fn add_object(rules: &mut Vec<Rule>, object: &'static Object, base: Option<&Object>) {
    for key in object.keys.iter().filter(|key| key.presence != Presence::Own) {
        let is_of_base =
            matches!(key.kind, Kind::Object(_)) && base.is_some_and(|base| base.has(key.name));
        let is_free = matches!(key.kind, Kind::Any) && !key.is_required();
        if !is_of_base && !is_free {
            add(rules, key_rule(object, key));
        }
        if key.presence == Presence::Recommended {
            add(rules, recommended_rule(object, key));
        }
        match key.kind {
            Kind::Object(object) => add_object(rules, object, None),
            Kind::Objects(object) => {
                add(rules, item_rule(object));
                add_object(rules, object, None);
            }
            _ => {}
        }
    }
    if let Some(names) = object.names {
        add(rules, names_rule(object, names));
    }
    if !object.one_of.is_empty() {
        add(rules, one_of_rule(object));
    }
    for variant in object.variants {
        match tag_rule(variant) {
            Some(rule) => add(rules, rule),
            None => add_object(rules, variant.object, Some(object)),
        }
    }
}

/// Adds a rule once: a table uses some of its objects in several places.
fn add(rules: &mut Vec<Rule>, rule: Rule) {
    if !rules.contains(&rule) {
        rules.push(rule);
    }
}

fn is_followed(key: &Key, node: &Node<'_>) -> bool {
    match node.value() {
        _ if key.presence == Presence::Own => true,
        None => !key.is_required(),
        Some(value) => (key.can_be_null() && value.is_null()) || fits(value, key.kind),
    }
}

fn key_rule(object: &Object, key: &Key) -> Rule {
    let or_null = if key.presence == Presence::Nullable { " or null" } else { "" };
    let sentence = format!("{} is {}{or_null}", object.subject(key.name), key.kind);
    let rule = rule(object, key.name, sentence);
    Rule { section: key.section.unwrap_or(object.section), ..rule }
}

fn recommended_rule(object: &Object, key: &Key) -> Rule {
    let name = if object.name.is_empty() { "an envelope" } else { object.name };
    let rule = rule(object, key.name, format!("{name} has the key `{}`", key.name));
    Rule { id: format!("has-{}", rule.id).into(), level: Level::Should, ..rule }
}

fn item_rule(object: &Object) -> Rule {
    rule(object, "", format!("{} is an object", object.name))
}

fn names_rule(object: &Object, names: &Format) -> Rule {
    rule(object, "key", format!("a key of {} is {}", object.name, names.is))
}

fn one_of_rule(object: &Object) -> Rule {
    let keys: Vec<_> = object.one_of.iter().map(|key| format!("`{key}`")).collect();
    rule(object, "one of", format!("{} has either {}", object.name, keys.join(" or ")))
}

fn tag_rule(variant: &Variant) -> Option<Rule> {
    let (id, sentence) = variant.rule?;
    Some(Rule::new(id, Level::Must, sentence, variant.object.section))
}

/// A rule about a key of an object.
fn rule(object: &Object, key: &str, sentence: String) -> Rule {
    let id = object.rule_id(key).into();
    Rule { id, level: Level::Must, sentence: sentence.into(), section: object.section }
}
