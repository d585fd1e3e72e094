//! Objects that collect entries from several places: each key is written once, and nothing is lost.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::dialect::{Entries, Items, Key, key};
use crate::error::{ErrorReport, FieldValue, Fields};
use crate::json;
use crate::metadata::Warnings;

/// How a contract changes the texts of an error.
#[derive(Clone, Copy)]
pub(super) struct Limit {
    /// Changes a text.
    pub(super) text: fn(&str) -> Cow<'_, str>,
    /// Changes the strings in JSON.
    pub(super) json: fn(&str) -> Cow<'_, str>,
    /// Changes a key.
    pub(super) key: fn(&str) -> Cow<'_, str>,
}

/// No change.
pub(super) const UNLIMITED: Limit =
    Limit { text: |text| text.into(), json: |json| json.into(), key: |key| key.into() };

/// Writes the entries of an object: first the contract's, then the author's. An author's key that is already taken gets a prefix.
pub(super) struct Merged<'a, 'o> {
    entries: &'a mut Entries<'o>,
    limit: Limit,
    /// Whether the contract reserves a key, even if the key is not written.
    is_reserved: fn(&str) -> bool,
    /// The author's fields that are already written. The keys of the fields of one kind differ.
    written: [Option<Fields<'a>>; 2],
    /// The author's keys that are written with a prefix, or truncated.
    changed: BTreeSet<String>,
    /// The author's key that is left out, since the contract has its own key for the value.
    left_out: Option<&'static str>,
    /// The number in the last numbered prefix.
    last_number: usize,
}

impl<'a, 'o> Merged<'a, 'o> {
    pub(super) fn new(
        entries: &'a mut Entries<'o>,
        limit: Limit,
        is_reserved: fn(&str) -> bool,
    ) -> Self {
        Self {
            entries,
            limit,
            is_reserved,
            written: [None, None],
            changed: BTreeSet::new(),
            left_out: None,
            last_number: 1,
        }
    }

    /// Leaves out the author's value of this key, since the contract writes the value under its own key.
    pub(super) fn leave_out(&mut self, key: &'static str) {
        self.left_out = Some(key);
    }

    /// Writes the remediation, for contracts without a key for it.
    pub(super) fn remediation(&mut self, report: &ErrorReport) {
        let remediation = report.remediation().map(self.limit.text);
        self.entries.optional_string(key!("remediation"), remediation.as_deref());
    }

    /// Writes the rate limit and the telemetry, for contracts without keys for them.
    pub(super) fn measurements(&mut self, report: &ErrorReport) {
        if let Some(state) = report.rate_limit() {
            let state = (self.limit.json)(state.json());
            self.entries.field(key!("rate_limit"), FieldValue::from_json(&state));
        }
        self.object(key!("telemetry"), report.telemetry());
    }

    /// Writes an object of an error's fields, unless there are none.
    pub(super) fn object(&mut self, key: Key<'_>, fields: Fields<'_>) {
        if !fields.is_empty() {
            let limit = Limit { key: self.limit.text, ..self.limit };
            self.entries.object(key, |entries| {
                Merged::new(entries, limit, |_| false).fields("other", fields);
            });
        }
    }

    /// Writes the warnings, unless there are none.
    pub(super) fn warnings(&mut self, warnings: &Warnings) {
        if warnings.is_empty() {
            return;
        }
        let limit = self.limit;
        self.entries.list(key!("warnings"), |list| {
            for warning in warnings.iter() {
                let mut json = String::new();
                if let Err(cause) = json::append(&mut json, &*warning) {
                    return list.refuse(cause);
                }
                list.field(FieldValue::from_json(&(limit.json)(&json)));
            }
        });
    }

    /// Writes the features that need a higher tier, unless there are none.
    pub(super) fn upgrades(&mut self, report: &ErrorReport) {
        if !report.upgrades().is_empty() {
            let limit = self.limit;
            self.entries.list(key!("upgrades"), |list| upgrades(list, report, limit));
        }
    }

    /// Writes the author's keys. A key that is taken gets its kind as a prefix: `data_message`. If that is taken as well, the
    /// prefix has a number: `data_2_message`.
    pub(super) fn fields(&mut self, kind: &str, fields: Fields<'a>) {
        if fields.is_empty() {
            return;
        }
        // Not a `for` loop, which asks both parts of a chain each time.
        fields.iter().for_each(|(key, value)| {
            if self.left_out == Some(key) {
                return;
            }
            let mut key = (self.limit.key)(key);
            let is_of_another = matches!(key, Cow::Owned(_)) && fields.get(&key).is_some();
            if is_of_another || self.has(&key) {
                key = self.prefixed(kind, &key, fields).into();
            }
            self.entries.field(&*key, FieldValue::from_json(&(self.limit.json)(value.json())));
            if let Cow::Owned(key) = key {
                self.changed.insert(key);
            }
        });
        // There are at most three kinds of fields, and no later kind has to avoid the keys of the last one.
        if let Some(place) = self.written.iter_mut().find(|place| place.is_none()) {
            *place = Some(fields);
        }
    }

    fn has(&self, key: &str) -> bool {
        (self.is_reserved)(key)
            || self.changed.contains(key)
            || self.written.iter().flatten().any(|fields| fields.get(key).is_some())
    }

    /// A key that is neither written nor among these fields. The number is in front, where the limit does not cut it
    /// off.
    fn prefixed(&mut self, kind: &str, key: &str, fields: Fields<'_>) -> String {
        let mut prefixed = (self.limit.key)(&format!("{kind}_{key}")).into_owned();
        while self.has(&prefixed) || fields.get(&prefixed).is_some() {
            self.last_number += 1;
            let numbered = format!("{kind}_{}_{key}", self.last_number);
            prefixed = (self.limit.key)(&numbered).into_owned();
        }
        prefixed
    }
}

/// Writes the upgrades of an error.
pub(super) fn upgrades(list: &mut Items<'_, '_>, report: &ErrorReport, limit: Limit) {
    for hint in report.upgrades() {
        list.field(FieldValue::from_json(&(limit.json)(hint.json())));
    }
}
