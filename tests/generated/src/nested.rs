//! Data that resembles an envelope, that is JSON already, or that can repeat a key, in each dialect.

use std::collections::BTreeMap;
use std::convert::Infallible;

use envelope_client::read;
use envelope_runtime::{Envelope, envelope_tool};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::corpus::{DOTBOT, ERROR, FAILURE, PAID_SCAN, RESULT, SCAN, SUCCESS};
use crate::judge::follows;
use crate::random::Random;

macro_rules! tools {
    ($($name:ident($($settings:tt)*);)*) => {
        $(
            #[envelope_tool($($settings)*, data = "inner")]
            fn $name<T: Serialize>(inner: T) -> Result<T, Infallible> {
                Ok(inner)
            }
        )*

        /// Returns the data in an envelope of each dialect.
        fn envelopes<T: Serialize + Clone>(inner: &T) -> Vec<Envelope> {
            vec![$($name(inner.clone())),*]
        }
    };
}

tools! {
    v2(dialect = "response-v2");
    dotbot(dialect = "dotbot-mcp-response@1", summary("Done."));
    mcp_2025(dialect = "mcp-2025-11-25", pretty);
    mcp_2026(dialect = "mcp-2026-07-28");
    scalpel(dialect = "code-scalpel-v1", tier = "pro");
    negotiated(dialects("mcp-2025-11-25", "response-v2"));
}

#[derive(Deserialize)]
struct Nested {
    inner: Value,
}

/// Asserts that the data is read back from a success of each dialect.
fn assert_read<T: Serialize + Clone>(inner: &T, expected: &Value) -> u64 {
    let envelopes = envelopes(inner);
    for envelope in &envelopes {
        follows(envelope.dialect(), envelope.as_str());
        assert!(envelope.is_success(), "{envelope}");
        let read: Nested = read(envelope.as_str()).unwrap().outcome.unwrap();
        assert_eq!(read.inner, *expected, "{envelope}");
    }
    envelopes.len() as u64
}

/// Data that contains envelopes and results of other tools.
pub(crate) fn results(random: &mut Random) -> u64 {
    let answers = random.list(3, |random| {
        let text = random.pick(&[SUCCESS, FAILURE, DOTBOT, SCAN, PAID_SCAN, RESULT, ERROR]);
        let answer: Value = serde_json::from_str(text).unwrap();
        match random.below(4) {
            0 => answer,
            1 => json!({"content": [{"type": "text", "text": text}], "structuredContent": answer}),
            2 => json!({"structuredContent": answer, "isError": random.flip()}),
            _ => json!({"inner": answer}),
        }
    });
    let inner = if random.flip() { answers.into() } else { json!({"inner": answers.first()}) };
    assert_read(&inner, &inner)
}

/// Raw JSON with line breaks between its tokens.
pub(crate) fn raw(random: &mut Random) -> u64 {
    let value = json!([random.value(3), random.object(2), random.text()]);
    let line_break = random.pick(&["\n", "\r\n", "\n\n\t", "\r"]);
    let text = serde_json::to_string_pretty(&value).unwrap().replace('\n', line_break);
    assert_read(&RawValue::from_string(text).unwrap(), &value)
}

/// A struct with flattened fields. If they repeat a key, the call fails.
pub(crate) fn flattened(random: &mut Random) -> u64 {
    #[derive(Clone, Serialize)]
    struct Page {
        id: u64,
        #[serde(flatten)]
        first: BTreeMap<String, Value>,
        #[serde(rename = "a \"key\"")]
        key: bool,
        #[serde(flatten)]
        last: BTreeMap<String, Value>,
    }

    const KEYS: [&str; 6] = ["id", "ID", "a \"key\"", "a \\\"key\\\"", "x", ""];
    let flattened = |random: &mut Random| {
        let mut keys = random.list(20, |random| (random.line(), random.value(1)));
        keys.extend(random.list(2, |random| (random.pick(&KEYS).to_owned(), Value::Null)));
        keys.into_iter().collect::<BTreeMap<_, _>>()
    };
    let page =
        Page { id: random.number(), first: flattened(random), key: true, last: flattened(random) };
    let inner = json!(page);
    let repeats = inner.as_object().unwrap().len() < 2 + page.first.len() + page.last.len();
    if !repeats {
        return assert_read(&page, &inner);
    }
    let envelopes = envelopes(&page);
    for envelope in &envelopes {
        follows(envelope.dialect(), envelope.as_str());
        assert!(!envelope.is_success(), "{envelope}");
    }
    envelopes.len() as u64
}
