//! Data and metadata of every kind, for generated calls.

use std::collections::BTreeMap;

use envelope_runtime::{Payload, RateLimit, Severity, Warning, WarningCode};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::random::Random;

impl Random {
    /// Text of one line that is not blank.
    pub(crate) fn line(&mut self) -> String {
        const PIECES: [&str; 14] = [
            "a", "spec ", "\"", "\\", "\t", "é", "🦀", "\u{1}", "{}", "/~", "null", "€uro",
            "\u{2028}", "\u{7f}",
        ];
        let more: String = self.list(6, |random| random.pick(&PIECES)).concat();
        format!("x{more}")
    }

    pub(crate) fn text(&mut self) -> String {
        let lines = self.list(3, Self::line);
        lines.join("\n")
    }

    pub(crate) fn uri(&mut self) -> String {
        format!("file:///{:x}", self.wide())
    }

    pub(crate) fn number(&mut self) -> u64 {
        let wide = self.wide();
        self.pick(&[0, 1, 20, 150, u64::from(u32::MAX), u64::MAX, wide])
    }

    /// A number that its text represents exactly.
    #[allow(clippy::cast_precision_loss, reason = "it is small")]
    pub(crate) fn fraction(&mut self) -> f64 {
        (self.below(100_000) as f64 - 50_000.0) / 8.0
    }

    pub(crate) fn value(&mut self, depth: usize) -> Value {
        match self.below(if depth == 0 { 6 } else { 8 }) {
            0 => Value::Null,
            1 => self.flip().into(),
            2 => self.number().into(),
            3 => (-i64::from(u8::MAX)).into(),
            4 => self.fraction().into(),
            5 => self.text().into(),
            6 => self.list(3, |random| random.value(depth - 1)).into(),
            _ => self.object(depth - 1).into(),
        }
    }

    pub(crate) fn object(&mut self, depth: usize) -> Map<String, Value> {
        self.list(3, |random| (random.line(), random.value(depth))).into_iter().collect()
    }

    /// Entries whose keys occur in no other kind of values and in no contract.
    pub(crate) fn entries(&mut self, kind: &str) -> Vec<(String, Value)> {
        let entries = self.list(3, |random| (random.line(), random.value(2)));
        let numbered = (0..).zip(entries);
        numbered.map(|(n, (key, value))| (format!("{kind}_{n}_{key}"), value)).collect()
    }

    /// Entries whose keys are valid in the `_meta` of MCP.
    pub(crate) fn named(&mut self, kind: &str) -> Vec<(String, Value)> {
        let prefix = self.pick(&["", "a/", "com.example-1/"]);
        let values = self.list(3, |random| random.value(2));
        let numbered = (0..).zip(values);
        numbered.map(|(n, value)| (format!("{prefix}{kind}-{n}.x_{n}"), value)).collect()
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Payload)]
pub(crate) struct Data {
    pub(crate) text: String,
    count: u64,
    change: i64,
    share: f64,
    is_open: bool,
    kind: Kind,
    pub(crate) tags: Vec<String>,
    by_name: BTreeMap<String, Option<u8>>,
    nothing: (),
    any: Value,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Kind {
    Unit,
    Newtype(char),
    Tuple(u8, i16),
    Struct { a: Option<String> },
}

impl Data {
    pub(crate) fn any(random: &mut Random) -> Self {
        Self {
            text: random.text(),
            count: random.number(),
            change: i64::MIN + i64::try_from(random.below(1000)).unwrap(),
            share: random.fraction(),
            is_open: random.flip(),
            kind: match random.below(4) {
                0 => Kind::Unit,
                1 => Kind::Newtype(random.pick(&['a', '"', '🦀'])),
                2 => Kind::Tuple(255, -3),
                _ => Kind::Struct { a: random.maybe(Random::text) },
            },
            tags: random.list(3, Random::text),
            by_name: random.list(3, |r| (r.text(), r.maybe(|_| 7))).into_iter().collect(),
            nothing: (),
            any: random.value(3),
        }
    }
}

pub(crate) fn rate_limit(random: &mut Random) -> RateLimit {
    let state = RateLimit::new().limit(random.number()).period(random.text());
    let state = if random.flip() { state.remaining(random.number()) } else { state };
    let state = if random.flip() { state.reset_at("2025-12-04T12:00:00Z") } else { state };
    if random.flip() { state.retry_after(random.below(1000) as u64) } else { state }
}

pub(crate) fn warning(random: &mut Random) -> Warning {
    const CODES: [WarningCode; 3] =
        [WarningCode::ContentTruncated, WarningCode::StaleCache, WarningCode::PartialFailure];
    let message = random.line();
    let warning = match random.below(3) {
        0 => Warning::new(random.pick(&CODES), message),
        1 => Warning::custom("OWN_CODE", random.pick(&[Severity::Info, Severity::Error]), message),
        _ => Warning::uncoded(message).severity(Severity::Warning),
    };
    random
        .entries("fact")
        .into_iter()
        .fold(warning, |warning, (key, value)| warning.context(key, value))
}

/// Serializes a value to the fields of its object.
pub(crate) fn object(fields: impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(fields).unwrap() {
        Value::Object(map) => map,
        other => panic!("{other}"),
    }
}
