//! Finds unknown and missing keys of objects.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::nearest::Reach;
use crate::place::Spot;
use crate::problems::{Problem, ProblemKind};
use crate::repair::{Edit, meant_name};
use crate::shown::is_name;
use crate::walk::Walk;
use crate::words::{any_of, list};

impl Walk<'_> {
    /// Reports the unknown and missing keys of an object.
    pub(crate) fn keys(&mut self, object: &Map<String, Value>, at: Spot<'_>, before: usize) {
        let known = std::mem::take(&mut self.known);
        if known.is_empty() {
            return;
        }
        let (mut unknown, mut has_aliases, mut has_others) = (Vec::new(), false, false);
        for (key, value) in object {
            if !self.spend(2 + known.properties.len()) {
                return;
            }
            let is_ignored = self.seen.ignored.contains_key(&std::ptr::from_ref(value));
            let is_kept = self.is_buffered(value);
            // If serde accepts the arguments, it has read all other keys.
            let is_read = self.stopped.is_none() && !is_ignored && !is_kept;
            if is_read || known.has(key) {
                continue;
            }
            let is_sure = is_ignored || known.is_closed || known.fields.is_some();
            if known.is_open {
                // If further keys are data, serde buffers them, but not an alias.
                has_aliases |= !is_sure && !is_kept;
            } else {
                unknown.push((key.as_str(), value, is_sure));
            }
        }
        let required = known.missing(object);
        if unknown.is_empty() && required.is_empty() {
            return;
        }
        let all = known.names();
        let absent = all.iter().copied().filter(|name| !object.contains_key(*name));
        let absent: Vec<&str> = absent.collect();
        let names_of = |value: &Value| self.seen.names.get(&std::ptr::from_ref(value)).copied();
        let fields = unknown.iter().find_map(|(_, value, _)| names_of(value)).or(known.fields);
        let names = || fields.into_iter().flatten().chain(&absent).copied();
        let mut missing = required.clone();
        for (key, value, is_sure) in &unknown {
            if self.is_done() {
                break;
            }
            let (value, is_sure) = (*value, *is_sure);
            let reach = if self.stopped.is_some() && is_sure { Reach::Far } else { Reach::Near };
            // `object_id` stands for `id`, if nothing else is missing.
            let part = || match required.as_slice() {
                [name] if is_sure && key.split(['_', '-']).any(|part| part == *name) => Some(*name),
                _ => None,
            };
            let near = self.nearest(key, required.iter().copied(), Reach::Far);
            let near = near.or_else(|| self.nearest(key, absent.iter().copied(), reach));
            let problem = || Problem::unknown(at.place, key);
            let Some(name) = near.or_else(part) else {
                // All keys that are no names share one problem, which is made once: there can be thousands of them.
                if is_sure && (is_name(key) || !std::mem::replace(&mut has_others, true)) {
                    self.push(problem().expected(accepted(&all, &absent)));
                }
                has_aliases |= !is_sure;
                continue;
            };
            // The key is not missing, but misspelt.
            missing.retain(|missing| *missing != name);
            // Whether the key can mean only this name, and only this key can mean the name.
            let is_same = self.spend(names().count() + unknown.len())
                && meant_name(key, names()) == Some(name)
                && meant_name(name, unknown.iter().map(|(key, ..)| *key)) == Some(key);
            let is_alias = || self.is_alias.is_some_and(|is_alias| is_alias(value));
            if (is_sure || !is_alias()) && self.push(problem().did_you_mean(Some(name))) && is_same
            {
                if is_sure {
                    self.repair(value, std::ptr::null(), Edit::Key(name));
                } else {
                    // Where serde buffers values, another spelling counts as the key itself.
                    self.edit(value, std::ptr::null(), Edit::Key(name));
                }
            }
            let is_read = is_same && self.stopped.is_some();
            if let Some(link) = known.link(name).filter(|_| is_read) {
                self.value(link.shape(), Spot::new(value, &at.place.key(key)));
            }
        }
        // A missing key can be present under an alias, which only serde knows.
        if has_aliases {
            return;
        }
        let after = self.problems.len();
        for name in missing {
            let problem = Problem::new(at.place.path_of(name), ProblemKind::Missing);
            let expected = known.link(name).map(|link| link.shape().described());
            self.push(problem.expected(expected));
        }
        // Missing keys come before the problems of values.
        let added = self.problems.len() - after;
        let of_object = self.problems.get_mut(before..).unwrap_or_default();
        of_object.rotate_right(added);
    }
}

/// The keys to write instead of an unknown one: the absent keys, or all of them if none is absent.
fn accepted(all: &BTreeSet<&str>, absent: &[&str]) -> String {
    match absent {
        [] if all.is_empty() => String::new(),
        [] => format!("only {}", list(all.iter().copied(), "and")),
        absent => any_of(absent.iter().copied()),
    }
}
