//! Objects that collect entries from several places: each key is written once, and nothing is lost.

use std::borrow::Cow;
use std::collections::BTreeSet;

use serde::ser::{Error, Serialize, SerializeMap, SerializeSeq, Serializer};

use super::entries::{Entries, Object};
use crate::error::{ErrorReport, Fields};
use crate::json::{self, Key, Raw};

/// How a contract limits the texts of an error.
pub(super) trait Limit: Copy {
    /// The text, truncated to the limit.
    fn text(self, text: &str) -> Cow<'_, str>;
    /// JSON with each of its strings truncated to the limit.
    fn json(self, json: &str) -> Cow<'_, str>;
}

/// No limit.
#[derive(Clone, Copy)]
pub(super) struct Unlimited;

impl Limit for Unlimited {
    #[inline]
    fn text(self, text: &str) -> Cow<'_, str> {
        text.into()
    }

    #[inline]
    fn json(self, json: &str) -> Cow<'_, str> {
        json.into()
    }
}

/// Writes entries to a map: those of the contract, and then the author's. The first entry with a key keeps it.
pub(super) struct Merged<'a, M, L> {
    map: &'a mut M,
    limit: L,
    /// The keys of the contract, whether they are written or not.
    reserved: &'static [&'static str],
    /// The author's keys.
    authors: Keys<'a>,
    /// The number in the last prefix that has one.
    last_number: usize,
}

impl<'a, M: SerializeMap, L: Limit> Merged<'a, M, L> {
    #[inline]
    pub(super) fn new(map: &'a mut M, limit: L, reserved: &'static [&'static str]) -> Self {
        Self { map, limit, reserved, authors: Keys::default(), last_number: 1 }
    }

    /// Writes a key of the contract.
    #[inline]
    pub(super) fn entry(
        &mut self,
        key: &'static str,
        value: &impl Serialize,
    ) -> Result<(), M::Error> {
        debug_assert!(self.reserved.contains(&key), "`{key}` is not reserved");
        self.map.serialize_entry(&Key(key), value)
    }

    /// Writes a key of the contract if there is a value.
    #[inline]
    pub(super) fn optional(
        &mut self,
        key: &'static str,
        value: Option<impl Serialize>,
    ) -> Result<(), M::Error> {
        value.map_or(Ok(()), |value| self.entry(key, &value))
    }

    /// Writes the remediation, the rate limit and the telemetry of an error, for contracts without another place for them.
    pub(super) fn beside_details(&mut self, report: &ErrorReport) -> Result<(), M::Error> {
        let limit = self.limit;
        self.optional("remediation", report.remediation().map(|text| limit.text(text)))?;
        let rate_limit = report.raw_rate_limit().map(|state| Limited { json: state.0, limit });
        self.optional("rate_limit", rate_limit)?;
        self.optional("telemetry", fields(report.telemetry(), limit))
    }

    /// Writes the author's keys. A key that is taken gets its kind as a prefix: `data_message`. If that is taken as well, the
    /// prefix has a number: `data_2_message`.
    #[inline]
    pub(super) fn fields(&mut self, kind: &str, fields: Fields<'a>) -> Result<(), M::Error> {
        // Most errors have one kind of fields, and a loop over all of them is not free.
        if fields.is_empty() {
            return Ok(());
        }
        fields.try_for_each(|key, value| {
            let mut key = self.limit.text(key);
            if self.has(&key) {
                key = self.prefixed(kind, &key).into();
            }
            self.map.serialize_entry(&Key(&key), &Limited { json: value.0, limit: self.limit })?;
            self.authors.push(key);
            Ok(())
        })
    }

    fn has(&self, key: &str) -> bool {
        self.reserved.contains(&key) || self.authors.has(key)
    }

    /// A key that is not taken. The number is in front, where the limit does not cut it off.
    #[cold]
    fn prefixed(&mut self, kind: &str, key: &str) -> String {
        let mut prefixed = self.limit.text(&format!("{kind}_{key}")).into_owned();
        while self.has(&prefixed) {
            self.last_number += 1;
            let numbered = format!("{kind}_{}_{key}", self.last_number);
            prefixed = self.limit.text(&numbered).into_owned();
        }
        prefixed
    }
}

/// The keys of an object: a few of them in place, and any more in a set, so that no number of keys makes it slow.
#[derive(Default)]
struct Keys<'a> {
    few: [Option<&'a str>; 4],
    more: Option<BTreeSet<Cow<'a, str>>>,
}

impl<'a> Keys<'a> {
    #[inline]
    fn push(&mut self, key: Cow<'a, str>) {
        let place = self.few.iter_mut().find(|place| place.is_none());
        match (place, key) {
            (Some(place), Cow::Borrowed(key)) => *place = Some(key),
            (_, key) => {
                self.more.get_or_insert_default().insert(key);
            }
        }
    }

    fn has(&self, key: &str) -> bool {
        self.few.contains(&Some(key)) || self.more.as_ref().is_some_and(|more| more.contains(key))
    }
}

/// An object of an error's fields, unless there are none.
pub(super) fn fields<L: Limit>(fields: Fields<'_>, limit: L) -> Option<impl Serialize> {
    struct LimitedFields<'a, L> {
        fields: Fields<'a>,
        limit: L,
    }

    impl<L: Limit> Entries for LimitedFields<'_, L> {
        fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
            Merged::new(map, self.limit, &[]).fields("other", self.fields)
        }
    }

    Object::unless_empty(LimitedFields { fields, limit })
}

/// The upgrades of an error as a list, which can be empty.
pub(super) fn upgrades<L: Limit>(report: &ErrorReport, limit: L) -> impl Serialize {
    struct LimitedUpgrades<'a, L> {
        report: &'a ErrorReport,
        limit: L,
    }

    impl<L: Limit> Serialize for LimitedUpgrades<'_, L> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let hints = self.report.raw_upgrades();
            serializer.collect_seq(hints.map(|hint| Limited { json: hint.0, limit: self.limit }))
        }
    }

    LimitedUpgrades { report, limit }
}

/// The same, unless there are none.
pub(super) fn any_upgrades<L: Limit>(report: &ErrorReport, limit: L) -> Option<impl Serialize> {
    (!report.upgrades().is_empty()).then(|| upgrades(report, limit))
}

/// The warnings of an error as a list, unless there are none.
pub(super) fn any_warnings<L: Limit>(report: &ErrorReport, limit: L) -> Option<impl Serialize> {
    struct LimitedWarnings<'a, L> {
        report: &'a ErrorReport,
        limit: L,
    }

    impl<L: Limit> Serialize for LimitedWarnings<'_, L> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut list = serializer.serialize_seq(None)?;
            for warning in self.report.warnings().iter() {
                let mut json = String::new();
                json::append(&mut json, &warning).map_err(S::Error::custom)?;
                list.serialize_element(&Limited { json: &json, limit: self.limit })?;
            }
            list.end()
        }
    }

    (!report.warnings().is_empty()).then_some(LimitedWarnings { report, limit })
}

/// JSON with limited texts.
struct Limited<'a, L> {
    json: &'a str,
    limit: L,
}

impl<L: Limit> Serialize for Limited<'_, L> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Raw(&self.limit.json(self.json)).serialize(serializer)
    }
}
