//! Finds unknown and missing keys of objects.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::nearest::{Reach, nearest_within};
use crate::place::Spot;
use crate::problems::{Problem, ProblemKind};
use crate::repair::{Edit, Repair, meant_name};
use crate::shown::is_name;
use crate::walk::{STEPS, Suspect, Walk};
use crate::words::{any_of, list};

impl Walk<'_> {
    /// Reports the unknown and missing keys of an object.
    pub(crate) fn keys(&mut self, object: &Map<String, Value>, at: Spot<'_>, before: usize) {
        let known = std::mem::take(&mut self.known);
        if known.is_empty() {
            return;
        }
        let mut missing = known.missing(object);
        let (mut unknown, mut has_aliases, mut has_others) = (Vec::new(), false, false);
        for (key, value) in object {
            if !self.spend(2 + known.properties.len()) {
                return;
            }
            if known.has(key) {
                continue;
            }
            let address = std::ptr::from_ref(value);
            let is_ignored = self.seen.ignored.contains_key(&address);
            let is_kept = self.seen.buffered.contains(&address);
            // If serde accepts the arguments, it has read all other keys.
            if self.stopped.is_none() && !is_ignored && !is_kept {
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
        if unknown.is_empty() && missing.is_empty() {
            return;
        }
        let all = known.names();
        let absent = all.iter().copied().filter(|name| !object.contains_key(*name));
        let absent: Vec<&str> = absent.collect();
        let work = self.work;
        let nearest = |key: &str, names: &[&'static str], reach| {
            nearest_within(key, names.iter().copied(), reach, work)
        };
        let expected = || accepted(&all, &absent);
        let required: Vec<&str> = missing.iter().map(|(name, _)| *name).collect();
        let names_of = |value: &Value| self.seen.names.get(&std::ptr::from_ref(value)).copied();
        let fields = unknown.iter().find_map(|(_, value, _)| names_of(value)).or(known.fields);
        let names = || fields.into_iter().flatten().chain(&absent).copied();
        // Whether the key can mean only this name, and only this key can mean the name.
        let is_meant = |key: &str, name: &str| {
            let given = || unknown.iter().map(|(key, ..)| *key);
            work.get() > 0
                && meant_name(key, names()) == Some(name)
                && meant_name(name, given()) == Some(key)
        };
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
            let near = nearest(key, &required, Reach::Far);
            let near = near.or_else(|| nearest(key, &absent, reach)).or_else(part);
            let problem = || Problem::unknown(at.place, key);
            let Some(name) = near else {
                // All keys that are no names share one problem, which is made once: there can be thousands of them.
                if is_sure && (is_name(key) || !std::mem::replace(&mut has_others, true)) {
                    self.push(ProblemKind::Unknown, || problem().expected(expected()));
                }
                has_aliases |= !is_sure;
                continue;
            };
            // The key is not missing, but misspelt.
            missing.retain(|(missing, _)| *missing != name);
            let problem = || problem().did_you_mean(Some(name));
            let is_same = self.spend(names().count() + unknown.len()) && is_meant(key, name);
            if is_sure {
                let is_new = self.push(ProblemKind::Unknown, problem);
                if is_new && is_same {
                    self.repair(value, std::ptr::null(), Edit::Key(name));
                }
            } else if self.spend(STEPS.1) {
                let edit = Edit::Key(name);
                let repair = Repair { problem: problem(), at: value, rule: std::ptr::null(), edit };
                self.found.suspects.push(Suspect { repair, is_same });
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
        let after = self.found.problems.len();
        for (name, expected) in missing {
            let expected = || expected.or_else(|| Some(known.link(name)?.shape().described()));
            self.push(ProblemKind::Missing, || {
                Problem::new(at.place.path_of(name), ProblemKind::Missing).expected(expected())
            });
        }
        // Missing keys come before the problems of values.
        let added = self.found.problems.len() - after;
        let of_object = self.found.problems.get_mut(before..).unwrap_or_default();
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
