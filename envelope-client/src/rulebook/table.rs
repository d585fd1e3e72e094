//! The rules that follow from the table of a contract.

use envelope_contracts::{Key, Kind, Object, Presence, Variant, joined};

use super::kind::fits;
use super::node::Node;
use super::report::Report;
use super::violation::{Level, Rule};

impl Report {
    /// Checks the keys of an object, and the objects in them. Ignores other values, since the rule of the key already requires an object.
    pub(crate) fn object(&mut self, node: &Node<'_>, object: &'static Object) {
        if !node.is_object() {
            return;
        }
        for key in object.keys {
            self.key(node, object, key);
        }
        if let Some(names) = object.names {
            for (name, value) in node.entries() {
                let sentence = || format!("a key of {} is {}", object.name, names.is);
                let rule = || rule(object, "key", sentence());
                self.rule((names.fits)(name), Level::Must, rule, &value);
            }
        }
        if !object.one_of.is_empty() {
            let given = object.one_of.iter().filter(|key| node.get(key).value.is_some());
            let keys = || joined(object.one_of.iter().copied(), "or");
            let rule = || rule(object, "one of", format!("{} has either {}", object.name, keys()));
            self.rule(given.count() == 1, Level::Must, rule, node);
        }
        for (index, variant) in object.variants.iter().enumerate() {
            let (name, kind) = variant.tag;
            let tag = node.get(name);
            // If an optional tag is absent, use the first variant.
            let is_default =
                || index == 0 && object.get(name).is_some_and(|key| !key.is_required());
            let is_tagged = tag.value.map_or_else(is_default, |value| fits(value, kind));
            if is_tagged || node.is_any {
                self.variant(node, object, variant, &tag);
            }
        }
    }

    /// Checks the keys of one variant.
    fn variant(
        &mut self,
        node: &Node<'_>,
        base: &Object,
        variant: &'static Variant,
        tag: &Node<'_>,
    ) {
        let is_narrowed = |key: &&Key| {
            let value = node.get(key.name);
            node.is_any || base.get(key.name).is_none_or(|base| is_followed(base, &value))
        };
        // Skips a value that violates the rule of the base object, which is already reported.
        let mut keys = variant.object.keys.iter().filter(is_narrowed);
        if let Some((id, sentence)) = variant.rule {
            let rule = Rule::new(id, Level::Must, sentence, variant.object.section);
            let is_kept = keys.all(|key| is_followed(key, &node.get(key.name)));
            self.rule(is_kept, rule.level, || rule, tag);
            return;
        }
        for key in keys {
            // The base object already requires this object.
            if matches!(key.kind, Kind::Object(_)) && base.has(key.name) {
                self.inside(key, &node.get(key.name));
            } else {
                self.key(node, variant.object, key);
            }
        }
    }

    fn key(&mut self, node: &Node<'_>, object: &Object, key: &'static Key) {
        if key.presence == Presence::Own {
            return;
        }
        let value = node.get(key.name);
        if key.is_required() || !matches!(key.kind, Kind::Any) {
            let rule = || key_rule(object, key);
            self.rule(is_followed(key, &value), Level::Must, rule, &value);
        }
        if key.presence == Presence::Recommended {
            let rule = || recommended_rule(object, key);
            self.rule(value.is_given(), Level::Should, rule, &value);
        }
        self.inside(key, &value);
    }

    /// Checks the objects in the value of a key.
    fn inside(&mut self, key: &Key, value: &Node<'_>) {
        match key.kind {
            Kind::Object(object) => self.object(value, object),
            Kind::Objects(object) => {
                for item in value.items() {
                    let rule = || rule(object, "", format!("{} is an object", object.name));
                    self.rule(item.is_object(), Level::Must, rule, &item);
                    self.object(&item, object);
                }
            }
            _ => {}
        }
    }
}

/// Lists the rules of a table, in its order.
pub(crate) fn rules_of(object: &'static Object) -> Vec<Rule> {
    let mut report = Report::default();
    report.object(&Node::any(), object);
    report.rules
}

fn is_followed(key: &Key, node: &Node<'_>) -> bool {
    match node.value {
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

/// A rule about a key of an object.
fn rule(object: &Object, key: &str, sentence: String) -> Rule {
    let id = object.rule_id(key).into();
    Rule { id, level: Level::Must, sentence: sentence.into(), section: object.section }
}
